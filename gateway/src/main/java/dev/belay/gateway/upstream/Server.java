package dev.belay.gateway.upstream;

import dev.belay.core.time.Time;
import dev.belay.gateway.config.ServerSettings;
import dev.belay.gateway.config.Start;
import dev.belay.mcp.stdio.StdioBounds;
import dev.belay.mcp.stdio.StdioConnection;
import dev.belay.mcp.stdio.StdioHandler;
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
 * What all processes of one upstream share: how to start one, who hears of it, what to call it.
 *
 * @param command what {@code settings} say is to be started
 * @param environment the whole environment of its processes
 * @param errors where their standard error goes
 */
public record Server(
    ServerSettings settings,
    Start.Command command,
    Map<String, String> environment,
    int maxLineBytes,
    Spawner spawner,
    Time time,
    Replay replay,
    UpstreamListener listener,
    Report report,
    Consumer<byte[]> errors) {

  /** A client's burst waits here while the server reads; more means that it does not. */
  private static final int QUEUED_MESSAGES = 20_000;

  private static final int QUEUED_BYTES = 64 * 1024 * 1024;

  /** {@return its name, as messages to people say it} */
  String name() {
    return settings.name();
  }

  Child start() throws CannotStart {
    return spawner.start(
        new Launch(
            commandLine(),
            environment,
            Optional.ofNullable(command.cwd()),
            settings.name(),
            errors));
  }

  StdioConnection connect(Child child, StdioHandler inbox) {
    var bounds = new StdioBounds(maxLineBytes, QUEUED_MESSAGES, QUEUED_BYTES);
    return new StdioConnection("upstream-" + name(), child.stdout(), child.stdin(), bounds, inbox);
  }

  /** Says how a process ended; of one that never served also how it was started. */
  String endText(Child child, @Nullable Exit exit) {
    var text = lastWords(child, exit);
    return replay.isEstablished() ? text : startText(text);
  }

  private String lastWords(Child child, @Nullable Exit exit) {
    var text = new StringBuilder("The server \"").append(name()).append("\" ");
    text.append(
        exit == null ? "closed its output" : "ended unexpectedly (" + exit.describe() + ")");
    var last = child.lastErrorLines();
    if (last.isEmpty()) {
      return text.append("; it wrote nothing to stderr.").toString();
    }
    return text.append(". Last lines of its stderr:\n").append(String.join("\n", last)).toString();
  }

  /**
   * Says why it does not start, and what was tried: a client with a window lacks a shell's PATH.
   */
  String startText(String cause) {
    var text = cause + "\nCommand: " + String.join(" ", commandLine());
    // Where the program was not found, the cause says already where it was looked for.
    return cause.contains("PATH searched")
        ? text
        : text + "\nPATH searched: " + environment.getOrDefault("PATH", "(none)");
  }

  private List<String> commandLine() {
    var all = new ArrayList<String>();
    all.add(command.program());
    all.addAll(command.args());
    return all;
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
