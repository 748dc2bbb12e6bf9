package dev.belay.bench.http;

import dev.belay.testbed.fault.FaultyServers;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Commands of the compared gateways, as in their own documentation. */
public record Gateways(Path root) {
  /** The options of heap and compilers in launcher/start.sh for {@code belay serve}. */
  public static final List<String> JVM =
      List.of(
          "-XX:+UseSerialGC",
          "-Xms40m",
          "-Xmn24m",
          "-XX:SurvivorRatio=2",
          "-Xmx512m",
          "-XX:MinHeapFreeRatio=10",
          "-XX:MaxHeapFreeRatio=30",
          "-XX:TrimNativeHeapInterval=5000",
          "-XX:CompileThresholdScaling=2",
          "-Dio.netty.leakDetection.level=disabled",
          "--enable-native-access=ALL-UNNAMED");

  /** Returns the reference server over stdio, which each gateway starts. */
  public List<String> everything() {
    return List.of(
        "node",
        root.resolve("peers/node_modules/@modelcontextprotocol/server-everything/dist/index.js")
            .toString(),
        "stdio");
  }

  Gateway belay(List<String> upstream, String echo, String... flags) {
    var belay = root.resolve("dist/bin/belay").toString();
    return new Gateway(
        "belay serve",
        port ->
            Stream.of(
                    List.of(belay, "serve", "--no-auth", "--port", Integer.toString(port)),
                    List.of(flags),
                    List.of("--"),
                    upstream)
                .flatMap(List::stream)
                .toList(),
        echo);
  }

  /** Returns Belay in front of a fast-starting Java server. */
  public Gateway belayBeforeJava() {
    var echo = "{\"name\":\"echo\",\"arguments\":{\"text\":\"hello\"}}";
    return belay(FaultyServers.command(), echo);
  }

  /**
   * Returns Belay in front of the server that never answers, with room for all waiting clients of
   * one address.
   */
  Gateway belayBeforePatience() {
    return belayBeforePatience("patient");
  }

  /** Returns the same before a server whose calls report progress once a second. */
  Gateway belayBeforeBeats() {
    return belayBeforePatience(PatientServer.BEATS);
  }

  private Gateway belayBeforePatience(String how) {
    return belay(
        List.of(java(), "-XX:+UseSerialGC", "-cp", classPath(), PatientServer.class.getName(), how),
        PatientServer.ECHO,
        "--max-in-flight-per-session=20000");
  }

  /** Returns Belay with a tool in the same process and the launcher's options: no pipe. */
  Gateway inProcess() {
    return new Gateway(
        "in process",
        port ->
            Stream.of(
                    List.of(java()),
                    JVM,
                    List.of(
                        "-cp", classPath(), EchoGateway.class.getName(), Integer.toString(port)))
                .flatMap(List::stream)
                .toList(),
        EchoGateway.ECHO);
  }

  /** {@return the program that runs this JVM} */
  public static String java() {
    return Path.of(System.getProperty("java.home"), "bin", "java").toString();
  }

  /** Returns the other gateways that are installed. */
  List<Gateway> others() {
    var found = new ArrayList<Gateway>();
    var proxy = module("mcp-proxy/dist/bin/mcp-proxy.mjs");
    if (Files.exists(proxy)) {
      found.add(
          new Gateway(
              "mcp-proxy",
              port ->
                  Stream.of(
                          List.of("node", proxy.toString(), "--host", "127.0.0.1", "--port"),
                          List.of(Integer.toString(port), "--"),
                          everything())
                      .flatMap(List::stream)
                      .toList(),
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

  /** {@return the class path of this program} */
  public static String classPath() {
    return Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
        .map(part -> Path.of(part).toAbsolutePath().toString())
        .reduce((one, other) -> one + File.pathSeparator + other)
        .orElseThrow();
  }
}
