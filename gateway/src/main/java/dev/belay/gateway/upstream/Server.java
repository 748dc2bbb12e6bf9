package dev.belay.gateway.upstream;

import dev.belay.config.ServerSettings;
import dev.belay.config.Start;
import dev.belay.core.time.Time;
import dev.belay.mcp.session.SessionFactory;
import dev.belay.process.spawn.CannotStart;
import dev.belay.process.spawn.Child;
import dev.belay.process.spawn.Exit;
import dev.belay.process.spawn.Launch;
import dev.belay.process.spawn.Spawner;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * What all connections to one upstream share: how to start or reach it, its listener, its name.
 *
 * @param environment the whole environment of its processes
 * @param errors where their standard error goes
 * @param disclosure what is told when it does not run
 * @param host what serves it in this program; null if it is elsewhere
 * @param resources what its connections are made of
 */
@SuppressWarnings(
    "exports") // Only tests choose other resources, by the constructor of this package.
public record Server(
    ServerSettings settings,
    Map<String, String> environment,
    int maxLineBytes,
    Spawner spawner,
    Time time,
    SessionSnapshot snapshot,
    UpstreamListener listener,
    Report report,
    Consumer<byte[]> errors,
    Disclosure disclosure,
    @Nullable SessionFactory host,
    Resources resources) {

  /** After so long a thread is asked for again that the system had none for. */
  private static final Duration THREAD_PAUSE = Duration.ofSeconds(1);

  /** Where transports and threads come from. */
  interface Resources {
    /**
     * Starts what it takes to talk to the server.
     *
     * @param onEnd told once, in words, that it has ended
     */
    Transport transport(
        Server server, UpstreamConnection link, UpstreamInbox inbox, Consumer<String> onEnd)
        throws CannotStart;

    /**
     * Starts a thread that may block.
     *
     * @throws OutOfMemoryError where the system gives none
     */
    void thread(String name, Runnable task);
  }

  private static final Resources OF_SETTINGS =
      new Resources() {
        @Override
        public Transport transport(
            Server server, UpstreamConnection link, UpstreamInbox inbox, Consumer<String> onEnd)
            throws CannotStart {
          return server.startTransport(link, inbox, onEnd);
        }

        @Override
        public void thread(String name, Runnable task) {
          Thread.ofPlatform().name(name).daemon().start(task);
        }
      };

  /** Starts or reaches what the settings describe. */
  public Server(
      ServerSettings settings,
      Map<String, String> environment,
      int maxLineBytes,
      Spawner spawner,
      Time time,
      SessionSnapshot snapshot,
      UpstreamListener listener,
      Report report,
      Consumer<byte[]> errors) {
    this(
        settings,
        environment,
        maxLineBytes,
        spawner,
        time,
        snapshot,
        listener,
        report,
        errors,
        Disclosure.OF_OWN,
        /* host= */ null,
        OF_SETTINGS);
  }

  /** {@return the same, of which this is told when it does not run} */
  public Server telling(Disclosure told) {
    return with(snapshot, told, host, resources);
  }

  /** {@return the same, yet served by {@code other} in this program, whatever settings start} */
  public Server within(SessionFactory other) {
    return with(snapshot, disclosure, other, resources);
  }

  /** {@return the same, of which nothing is known yet and which was told nothing} */
  Server anew() {
    return with(new SessionSnapshot(), disclosure, host, resources);
  }

  /** {@return the same, made of {@code other} resources} */
  Server of(Resources other) {
    return with(snapshot, disclosure, host, other);
  }

  private Server with(
      SessionSnapshot known, Disclosure told, @Nullable SessionFactory server, Resources from) {
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
        server,
        from);
  }

  /** {@return its name, as messages to people say it} */
  String name() {
    return settings.name();
  }

  Transport transport(UpstreamConnection link, UpstreamInbox inbox, Consumer<String> onEnd)
      throws CannotStart {
    return resources.transport(this, link, inbox, onEnd);
  }

  private Transport startTransport(
      UpstreamConnection link, UpstreamInbox inbox, Consumer<String> onEnd) throws CannotStart {
    if (host != null) {
      return new HostTransport(this, host, inbox);
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
        yield new ProcessTransport(this, child, link, inbox, onEnd);
      }
      case Start.Url url -> new HttpTransport(this, url, link, inbox);
      case Start.Native _ -> throw new IllegalStateException(name() + " is no upstream");
    };
  }

  /** Says how a process ended; of one that never served also how it was started. */
  String endText(Child child, @Nullable Exit exit) {
    var text = lastWords(child, exit);
    return snapshot.isEstablished() ? text : startText(text);
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
  void tellAgain(UpstreamConnection link) {
    new StateRestore(snapshot, time, settings.startupTimeout()).tellAgain(link);
  }

  /** Something that may block, and may be told to end. */
  @FunctionalInterface
  interface Task {
    void run() throws InterruptedException;
  }

  /**
   * Runs what may block away from readers and timers. Where the system gives no thread, it is tried
   * again: what is to be done is done late rather than never.
   */
  void background(String what, Task task) {
    try {
      resources.thread("belay-" + what + "-" + name(), () -> run(what, task));
    } catch (OutOfMemoryError _) {
      var _ = time.after(THREAD_PAUSE, () -> background(what, task));
    }
  }

  private static void run(String what, Task task) {
    try {
      task.run();
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    } catch (RuntimeException e) {
      System.getLogger(Server.class.getName()).log(Level.ERROR, what + " failed", e);
    }
  }
}
