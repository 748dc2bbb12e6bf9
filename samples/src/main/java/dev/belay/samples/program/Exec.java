package dev.belay.samples.program;

import dev.belay.samples.file.AllowedRoots;
import dev.belay.samples.file.OpenFolder;
import dev.belay.tools.annotation.Arg;
import dev.belay.tools.annotation.Tool;
import dev.belay.tools.call.Command;
import dev.belay.tools.call.CommandFailedException;
import dev.belay.tools.call.ToolCall;
import java.io.IOException;
import java.util.List;

/**
 * The tool {@code exec} (S1-81, S1-102).
 *
 * <p>The program starts in an allowed folder but is not confined to it.
 */
public final class Exec {
  private final AllowedRoots roots;

  /** Starts programs in these roots. */
  public Exec(AllowedRoots roots) {
    this.roots = roots;
  }

  /**
   * Runs a program to its end.
   *
   * @throws CommandFailedException if its exit code is not 0; carries its output
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
      idleTimeout = 300,
      concurrency = "exclusive")
  public String exec(
      @Arg(
              description =
                  "The program and its arguments, one each. No shell reads them: for a pipe, say"
                      + " [\"sh\", \"-c\", \"a | b\"]")
          List<String> command,
      @Arg(description = "The folder to run it in, an allowed one", defaultValue = ".")
          String directory,
      ToolCall call)
      throws IOException, InterruptedException {
    if (command.isEmpty() || command.getFirst().isBlank()) {
      throw new IllegalArgumentException("command must begin with the name of a program");
    }
    var place = roots.find(directory);
    OpenFolder.at(place).close();
    var result = call.exec(Command.of(command).in(place.path())).orThrow();
    return result.errors().isBlank()
        ? result.output()
        : result.output() + "\n[standard error]\n" + result.errors();
  }
}
