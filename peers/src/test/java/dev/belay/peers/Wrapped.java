package dev.belay.peers;

import dev.belay.testbed.fault.FaultyServers;
import dev.belay.testkit.client.ScriptedClient;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The finished build in front of the server that misbehaves, with a scripted client. */
record Wrapped(ScriptedClient client, Path log) {
  static final Path BELAY = Path.of("..", "dist", "bin", "belay").toAbsolutePath().normalize();

  static Wrapped start(Path log, List<String> flags, String... faults) throws IOException {
    // Whoever runs the tests in the background may have had SIGINT ignored, which is inherited.
    var command = new ArrayList<String>(List.of("env", "--default-signal=INT"));
    command.add(BELAY.toString());
    command.add("wrap");
    command.addAll(flags);
    command.add("--");
    var options = new ArrayList<String>(List.of("--log", log.toString()));
    options.addAll(List.of(faults));
    command.addAll(FaultyServers.command(options.toArray(String[]::new)));
    return new Wrapped(ScriptedClient.start(command), log);
  }

  long pid() {
    return client.process().pid();
  }

  /** Every process that the server's log names: itself, and what it started. */
  List<Long> pids() throws IOException {
    return Files.readAllLines(log).stream()
        .filter(line -> line.startsWith("pid ") || line.startsWith("spawned "))
        .map(line -> Long.valueOf(line.substring(line.indexOf(' ') + 1).strip()))
        .toList();
  }

  static void signal(String name, long pid) throws IOException, InterruptedException {
    new ProcessBuilder("kill", "-" + name, Long.toString(pid)).inheritIO().start().waitFor();
  }
}
