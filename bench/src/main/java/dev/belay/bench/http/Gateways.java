package dev.belay.bench.http;

import dev.belay.testkit.fault.FaultyServers;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** What stands side by side: commands as their own documentation gives them. */
record Gateways(Path root) {
  /** The reference server over stdio, which each gateway starts behind itself. */
  List<String> everything() {
    return List.of(
        "node",
        root.resolve("peers/node_modules/@modelcontextprotocol/server-everything/dist/index.js")
            .toString(),
        "stdio");
  }

  Gateway belay(List<String> upstream, String echo) {
    var belay = root.resolve("dist/bin/belay").toString();
    return new Gateway(
        "belay serve",
        port -> joined(List.of(belay, "serve", "--port", Integer.toString(port), "--"), upstream),
        echo);
  }

  /** Belay before a server in Java that starts at once. */
  Gateway belayBeforeJava() {
    var echo = "{\"name\":\"echo\",\"arguments\":{\"text\":\"hello\"}}";
    return belay(FaultyServers.command(), echo);
  }

  /** Belay before the server that never answers. */
  Gateway belayBeforePatience() {
    var java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    return belay(
        List.of(java, "-XX:+UseSerialGC", "-cp", classPath(), PatientServer.class.getName()),
        PatientServer.ECHO);
  }

  /** Belay's own server face with a tool in the same process: no upstream, no pipe. */
  Gateway inProcess() {
    var java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    var server = "dev.belay.testkit.conformance.ConformanceServer";
    return new Gateway(
        "in process",
        port ->
            List.of(
                java,
                "-cp",
                classPath(),
                server,
                "--era",
                "both",
                "--http",
                Integer.toString(port)),
        "{\"name\":\"test_simple_text\",\"arguments\":{}}");
  }

  /** The gateways of others that are installed. */
  List<Gateway> others() {
    var found = new ArrayList<Gateway>();
    var proxy = module("mcp-proxy/dist/bin/mcp-proxy.mjs");
    if (Files.exists(proxy)) {
      found.add(
          new Gateway(
              "mcp-proxy",
              port ->
                  joined(
                      List.of("node", proxy.toString(), "--host", "127.0.0.1"),
                      joined(List.of("--port", Integer.toString(port), "--"), everything())),
              Gateway.ECHO));
    }
    var stateful = module("supergateway/dist/index.js");
    if (Files.exists(stateful)) {
      found.add(
          new Gateway(
              "supergateway",
              port ->
                  List.of(
                      "node",
                      stateful.toString(),
                      "--stdio",
                      String.join(" ", everything()),
                      "--outputTransport",
                      "streamableHttp",
                      "--stateful",
                      "--port",
                      Integer.toString(port),
                      "--logLevel",
                      "none"),
              Gateway.ECHO));
    }
    return found;
  }

  private Path module(String path) {
    return root.resolve("bench/gateways/node_modules").resolve(path);
  }

  private static String classPath() {
    return Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
        .map(part -> Path.of(part).toAbsolutePath().toString())
        .reduce((one, other) -> one + File.pathSeparator + other)
        .orElseThrow();
  }

  private static List<String> joined(List<String> one, List<String> other) {
    return Stream.concat(one.stream(), other.stream()).toList();
  }
}
