package dev.belay.gateway.upstream;

import dev.belay.config.ServerSettings;
import dev.belay.config.Start;
import dev.belay.core.time.Time;
import dev.belay.mcp.session.Host;
import dev.belay.process.spawn.CannotStart;
import dev.belay.process.spawn.Child;
import dev.belay.process.spawn.Exit;
import dev.belay.process.spawn.Launch;
import dev.belay.process.spawn.Spawner;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * What all links to one upstream share: how to come by one, who hears of it, what to call it.
 *
 * @param environment the whole environment of its processes
 * @param errors where their standard error goes
 * @param disclosure what is told when it does not run
 * @param host what serves it in this program; null if it is elsewhere
 */
public record Server(
    ServerSettings settings,
    Map<String, String> environment,
    int maxLineBytes,
    Spawner spawner,
    Time time,
    Replay replay,
    UpstreamListener listener,
    Report report,
    Consumer<byte[]> errors,
    Disclosure disclosure,
    @Nullable Host host) {

  /** What settings say how to come by. */
  public Server(
      ServerSettings settings,
      Map<String, String> environment,
      int maxLineBytes,
      Spawner spawner,
      Time time,
      Replay replay,
      UpstreamListener listener,
      Report report,
      Consumer<byte[]> errors) {
    this(
        settings,
        environment,
        maxLineBytes,
        spawner,
        time,
        replay,
        listener,
        report,
        errors,
        Disclosure.OF_OWN,
        /* host= */ null);
  }

  /** {@return the same, of which this is told when it does not run} */
  public Server telling(Disclosure told) {
    return with(replay, told, host);
  }

  /** {@return the same, yet served by {@code other} in this program, whatever settings start} */
  public Server within(Host other) {
    return with(replay, disclosure, other);
  }

  /** {@return the same, of which nothing is known yet and which was told nothing} */
  Server anew() {
    return with(new Replay(), disclosure, host);
  }

  private Server with(Replay known, Disclosure told, @Nullable Host server) {
    return new Server(
        settings,
        environment,
        maxLineBytes,
        spawner,
        time,
        known,
        listener,
        report,
        errors,
        told,
        server);
  }

  /** {@return its name, as messages to people say it} */
  String name() {
    return settings.name();
  }

  /**
   * Starts what it takes to talk to it.
   *
   * @param onEnd told once, in words, that it has ended
   */
  Line line(ServerLink link, Inbox inbox, Consumer<String> onEnd) throws CannotStart {
    if (host != null) {
      return new HostLine(this, host, inbox);
    }
    return switch (settings.start()) {
      case Start.Command command -> {
        var child =
            spawner.start(
                new Launch(
                    commandLine(command),
                    environment,
                    Optional.ofNullable(command.cwd()),
                    settings.name(),
                    errors));
        yield new ProcessLine(this, child, inbox, onEnd);
      }
      case Start.Url url -> new HttpLine(this, url, link, inbox);
      case Start.Native _ -> throw new IllegalStateException(name() + " is no upstream");
    };
  }

  /** Says how a process ended; of one that never served also how it was started. */
  String endText(Child child, @Nullable Exit exit) {
    var text = lastWords(child, exit);
    return replay.isEstablished() ? text : startText(text);
  }

  /** {@return what clients are told of such a text} */
  String client(String text) {
    return disclosure.client(text);
  }

  private String lastWords(Child child, @Nullable Exit exit) {
    var text = new StringBuilder("The server \"").append(name()).append("\" ");
    text.append(
        exit == null ? "closed its output" : "ended unexpectedly (" + exit.describe() + ")");
    var last = child.lastErrorLines();
    if (last.isEmpty()) {
      return text.append("; it wrote nothing to stderr.").toString();
    }
    var lines = disclosure.written().show(String.join("\n", last));
    return text.append(". Last lines of its stderr:\n").append(lines).toString();
  }

  /**
   * Says why it does not start, and what was tried: a client with a window lacks a shell's PATH.
   */
  String startText(String trouble) {
    if (host != null) {
      return trouble;
    }
    var written = disclosure.written();
    var cause = written.show(trouble);
    return switch (settings.start()) {
      case Start.Command command -> {
        var words = String.join(" ", commandLine(command));
        var text = cause + "\nCommand: " + written.show(words);
        // Where the program was not found, the cause says already where it was looked for.
        yield cause.contains("PATH searched")
            ? text
            : text + "\nPATH searched: " + environment.getOrDefault("PATH", "(none)");
      }
      case Start.Url url -> cause + "\nAddress: " + written.show(url.address());
      case Start.Native _ -> cause;
    };
  }

  private static List<String> commandLine(Start.Command command) {
    var all = new ArrayList<String>();
    all.add(command.program());
    all.addAll(command.args());
    return all;
  }

  /** Tells a server that has opened another session all that its clients had told it before. */
  void tellAgain(ServerLink link) {
    new Handshake(replay, time, settings.startupTimeout()).tellAgain(link);
  }

  /** Something that may block, and may be told to end. */
  @FunctionalInterface
  interface Task {
    void run() throws InterruptedException;
  }

  /** Runs what may block away from readers and timers. */
  void background(String what, Task task) {
    Thread.ofPlatform()
        .name("belay-" + what + "-" + name())
        .daemon()
        .start(() -> {
          try {
            task.run();
          } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
          } catch (RuntimeException e) {
            System.getLogger(Server.class.getName()).log(Level.ERROR, what + " failed", e);
          }
        });
  }
}
