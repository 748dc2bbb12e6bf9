package dev.belay.samples.program;

import dev.belay.samples.file.AllowedRoots;
import dev.belay.samples.file.OpenFolder;
import dev.belay.tools.annotation.Arg;
import dev.belay.tools.annotation.Tool;
import dev.belay.tools.call.Command;
import dev.belay.tools.call.CommandFailedException;
import dev.belay.tools.call.ToolCall;
import java.io.IOException;
import java.time.Duration;
import java.util.List;

/**
 * The tool {@code exec} (S1-78, S1-81, S1-102).
 *
 * <p>The program starts in an allowed folder but is not confined to it. Its own limit, which counts
 * from its start, ends it also where the framework leaves limits to the tool (S1-21): so silence
 * ends no call.
 */
public final class Exec {
  /** Milliseconds that a program may run unless its caller says otherwise. */
  private static final String LIMIT = "120000";

  private static final int MOST = 1_800_000;

  private final AllowedRoots roots;

  /** Starts programs in these roots. */
  public Exec(AllowedRoots roots) {
    this.roots = roots;
  }

  /**
   * Runs a program to its end.
   *
   * @throws CommandFailedException if its exit code is not 0, or it took too long; carries its
   *     output
   * @throws IOException if it cannot be started, or the folder is not usable
   * @throws InterruptedException when the call is stopped: its whole tree ends then
   */
  @Tool(
      name = "exec",
      title = "Run a program",
      description =
          "Run a program and return what it writes. Its whole process tree ends with the call.",
      category = "program",
      destructive = true,
      openWorld = true,
      timeout = 1800,
      idleTimeout = 0,
      concurrency = "exclusive")
  public String exec(
      @Arg(
              description =
                  "The program and its arguments, one each. No shell reads them: for a pipe, say"
                      + " [\"sh\", \"-c\", \"a | b\"]")
          List<String> command,
      @Arg(description = "The folder to run it in, an allowed one", defaultValue = ".")
          String directory,
      @Arg(
              description =
                  "Milliseconds that it may run, then its process tree ends: up to 1800000",
              defaultValue = LIMIT)
          int timeout,
      ToolCall call)
      throws IOException, InterruptedException {
    if (command.isEmpty() || command.getFirst().isBlank()) {
      throw new IllegalArgumentException("command must begin with the name of a program");
    }
    var place = roots.narrowedTo(call).find(directory);
    OpenFolder.at(place).close();
    if (timeout < 1 || timeout > MOST) {
      throw new IllegalArgumentException("timeout is " + timeout + ": say 1 to " + MOST + " ms");
    }
    var program = Command.of(command).in(place.path()).within(Duration.ofMillis(timeout));
    var result = call.exec(program).orThrow();
    return result.errors().isBlank()
        ? result.output()
        : result.output() + "\n[standard error]\n" + result.errors();
  }
}
