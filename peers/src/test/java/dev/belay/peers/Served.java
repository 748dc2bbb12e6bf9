package dev.belay.peers;

import dev.belay.testbed.fault.FaultyServers;
import dev.belay.testkit.client.ScriptedClient;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The finished build as an HTTP server in front of the server that misbehaves.
 *
 * @param process Belay; of the client nothing is used but its hold on a process
 * @param origin where it listens, without a path
 */
record Served(ScriptedClient process, String origin, Path log) implements AutoCloseable {
  private static final String ANNOUNCED = "listening on ";

  static Served start(Path log, String... flags) throws IOException, InterruptedException {
    var words = new ArrayList<>(List.of(flags));
    words.add("--");
    words.addAll(FaultyServers.command("--log", log.toString()));
    return startAlone(log, words.toArray(String[]::new));
  }

  /** Starts it without that server. */
  static Served startAlone(Path log, String... words) throws IOException, InterruptedException {
    var command = new ArrayList<>(List.of(Wrapped.BELAY.toString(), "serve", "--port", "0"));
    command.addAll(List.of(words));
    var builder = new ProcessBuilder(command);
    // What Belay keeps for its owner stays with what the test leaves behind.
    builder.environment().put("XDG_STATE_HOME", log.resolveSibling("state").toString());
    var process = ScriptedClient.start(builder);
    boolean listens = false;
    try {
      var line = process.awaitStderr(ANNOUNCED);
      var url = line.substring(line.indexOf(ANNOUNCED) + ANNOUNCED.length()).strip();
      listens = true;
      return new Served(process, url.substring(0, url.lastIndexOf('/')), log);
    } finally {
      if (!listens) {
        process.close();
      }
    }
  }

  long pid() {
    return process.process().pid();
  }

  URI endpoint() {
    return URI.create(origin + "/mcp");
  }

  List<String> logged(String start) throws IOException {
    return Files.readAllLines(log).stream().filter(line -> line.startsWith(start)).toList();
  }

  /** Ends it as a service manager would. Returns its exit code. */
  int terminate() throws InterruptedException {
    process.terminate();
    return process.awaitExit();
  }

  @Override
  public void close() throws IOException {
    process.close();
  }
}
