package process;

import dev.belay.tools.annotation.Arg;
import dev.belay.tools.annotation.Tool;
import dev.belay.tools.call.Command;
import dev.belay.tools.call.Commands;
import dev.belay.tools.declare.Tools;
import dev.belay.tools.serve.ToolServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Runs the scripts of one directory, and no others. */
public final class Scripts {
  private final Path directory;

  /** Runs what is in {@code directory}. */
  public Scripts(Path directory) {
    this.directory = directory.toAbsolutePath();
  }

  @Tool(description = "Lists the scripts that can be run.", readOnly = true)
  public List<String> listScripts() throws IOException {
    try (var files = Files.list(directory)) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(name -> name.endsWith(".sh"))
          .sorted()
          .toList();
    }
  }

  @Tool(description = "Runs a script, and gives what it wrote.", timeout = 600, idleTimeout = 60)
  public String runScript(
      @Arg(description = "Its name, as list_scripts gives it") String name, Commands call)
      throws IOException, InterruptedException {
    var scripts = listScripts();
    // A name out of this list is no way out of the directory, and no option of sh.
    if (!scripts.contains(name)) {
      throw new IllegalArgumentException("There is no script " + name + ", but " + scripts + ".");
    }
    // Its lines are heartbeats. It ends with the call, and so does all that it starts.
    return call.exec(Command.of("sh", name).in(directory)).orThrow().output();
  }

  static void main() throws InterruptedException {
    var tools = Tools.of(new Scripts(Path.of("scripts")));
    ToolServer.stdio(tools).named("scripts", "1.0.0").serve();
  }
}
