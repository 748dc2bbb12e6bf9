package dev.belay.gateway.upstream;

import dev.belay.config.ServerSettings;
import dev.belay.config.Start;
import dev.belay.core.time.Time;
import dev.belay.mcp.session.SessionFactory;
import dev.belay.process.spawn.CannotStart;
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
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The common parts of all connections to one upstream: how to start or reach it, its listener, its
 * name.
 *
 * @param environment the whole environment of its processes
 * @param errors receives their standard error
 * @param disclosure decides what clients learn when it does not run
 * @param host the in-process server; null for any other
 * @param resources the source of its transports and threads
 */
@SuppressWarnings(
    "exports") // Only tests choose other resources, by the constructor of this package.
public record Server(
    ServerSettings settings,
    Map<String, String> environment,
    int maxLineBytes,
    Time time,
    SessionSnapshot snapshot,
    UpstreamListener listener,
    Report report,
    Consumer<byte[]> errors,
    Disclosure disclosure,
    @Nullable SessionFactory host,
    Resources resources) {
  /** How shells, loaders and Node report that there is no such program. */
  private static final Pattern MISSES =
      Pattern.compile("(?i)command not found|: not found|no such file|ENOENT|exit code 127");

  /** The pause before another attempt to start a thread that the system refused. */
  private static final Duration THREAD_PAUSE = Duration.ofSeconds(1);

  /** The source of transports and threads. */
  interface Resources {
    /**
     * Starts the transport to the server.
     *
     * @param onEnd called once, with a text about the end
     */
    Transport transport(
        Server server, UpstreamConnection link, UpstreamInbox inbox, Consumer<String> onEnd)
        throws CannotStart;

    /**
     * Starts a thread that may block.
     *
     * @throws OutOfMemoryError where the system gives none
     */
    default void thread(String name, Runnable task) {
      Thread.ofPlatform().name(name).daemon().start(task);
    }
  }

  /** Transports as the settings describe them. */
  record OfSettings(Spawner spawner) implements Resources {
    @Override
    public Transport transport(
        Server server, UpstreamConnection link, UpstreamInbox inbox, Consumer<String> onEnd)
        throws CannotStart {
      return server.startTransport(spawner, link, inbox, onEnd);
    }
  }

  /** Creates a server that is started or reached as the settings describe. */
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
        time,
        snapshot,
        listener,
        report,
        errors,
        Disclosure.OF_OWN,
        /* host= */ null,
        new OfSettings(spawner));
  }

  /** {@return a copy with that disclosure} */
  public Server telling(Disclosure told) {
    return with(snapshot, told, host, resources);
  }

  /**
   * {@return a copy served by {@code other} in this process, instead of what the settings start}
   */
  public Server within(SessionFactory other) {
    return with(snapshot, disclosure, other, resources);
  }

  /** {@return a copy with an empty snapshot} */
  Server anew() {
    return with(new SessionSnapshot(), disclosure, host, resources);
  }

  /** {@return a copy with {@code other} resources} */
  Server of(Resources other) {
    return with(snapshot, disclosure, host, other);
  }

  private Server with(
      SessionSnapshot known, Disclosure told, @Nullable SessionFactory server, Resources from) {
    return new Server(
        settings,
        environment,
        maxLineBytes,
        time,
        known,
        listener,
        report,
        errors,
        told,
        server,
        from);
  }

  /** {@return its name in messages to people} */
  String name() {
    return settings.name();
  }

  Transport transport(UpstreamConnection link, UpstreamInbox inbox, Consumer<String> onEnd)
      throws CannotStart {
    return resources.transport(this, link, inbox, onEnd);
  }

  private Transport startTransport(
      Spawner spawner, UpstreamConnection link, UpstreamInbox inbox, Consumer<String> onEnd)
      throws CannotStart {
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

  /** Describes how a process ended, and, if it never served, how it was started. */
  String endText(List<String> lastErrorLines, @Nullable Exit exit) {
    var text = lastWords(lastErrorLines, exit);
    return snapshot.isEstablished() ? text : startText(text);
  }

  /** {@return the part of such a text that clients receive} */
  String client(String text) {
    return disclosure.client(text);
  }

  private String lastWords(List<String> last, @Nullable Exit exit) {
    var text = new StringBuilder("The server \"").append(name()).append("\" ");
    text.append(
        exit == null ? "closed its output" : "ended unexpectedly (" + exit.describe() + ")");
    if (last.isEmpty()) {
      return text.append("; it wrote nothing to stderr.").toString();
    }
    var lines = disclosure.written().show(String.join("\n", last));
    return text.append(". ").append(Disclosure.LAST_WORDS).append("\n").append(lines).toString();
  }

  /**
   * Describes why it does not start, and what was tried; with the PATH where a program was missing,
   * since a graphical client lacks that of a shell.
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
        // If the program was not found, the cause contains the searched PATH already.
        boolean isNews = !cause.contains("PATH searched") && MISSES.matcher(cause).find();
        yield isNews
            ? text + "\nPATH searched: " + environment.getOrDefault("PATH", "(none)")
            : text;
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

  /** Replays its clients' state to a server that has opened another session. */
  void tellAgain(UpstreamConnection link) {
    new StateRestore(snapshot, time, settings.startupTimeout()).tellAgain(link);
  }

  /** A task that may block and be interrupted. */
  @FunctionalInterface
  interface Task {
    void run() throws InterruptedException;
  }

  /**
   * Runs a blocking task away from readers and timers. If the system gives no thread, the start is
   * retried: the task runs late rather than never.
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
