package dev.belay.bench.tools;

import dev.belay.bench.http.Gateway;
import dev.belay.bench.http.Gateways;
import dev.belay.bench.http.SideBySide;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The same tool in servers built with several SDKs. */
record ToolServers(Path root) {
  /** The advice of docs/tools-running.md for a quick start. */
  private static final List<String> QUICK_START =
      List.of(
          "-XX:+UseSerialGC",
          "-XX:TieredStopAtLevel=1",
          "-Xms16m",
          "-Xmn8m",
          "-Xmx256m",
          "-XX:+DisplayVMOutputToStderr",
          "-XX:-UsePerfData");

  private static final String ECHO = "{\"name\":\"echo\",\"arguments\":{\"text\":\"hello\"}}";

  /** Returns Belay's server, with only the jars that authors of tools on standard streams have. */
  JavaCommand belay() throws IOException {
    var jars =
        List.of(
            root.resolve("bench/target/belay-bench-0.1.0.jar").toString(),
            root.resolve("tools/target/belay-tools-0.1.0.jar").toString(),
            Files.readString(root.resolve("tools/target/author-class-path")).strip());
    return new JavaCommand(
        QUICK_START, String.join(File.pathSeparator, jars), OneTool.class, List.of());
  }

  /** Returns the server of the Java SDK. */
  JavaCommand javaSdk() throws IOException {
    return new JavaCommand(QUICK_START, javaSdkClassPath(), JavaSdkTool.class, List.of());
  }

  private String javaSdkClassPath() throws IOException {
    return root.resolve("bench/target/belay-bench-0.1.0.jar")
        + File.pathSeparator
        + Files.readString(root.resolve("bench/target/java-sdk-class-path")).strip();
  }

  /** {@return whether the TypeScript servers' packages are installed} */
  boolean hasTypeScript() {
    return Files.exists(script("node_modules/@modelcontextprotocol/server"));
  }

  /** Returns the server of the TypeScript SDK. */
  List<String> typeScript() {
    return List.of("node", script("stdio.mjs").toString());
  }

  private Path script(String path) {
    return root.resolve("bench/tool-servers").resolve(path);
  }

  /** Returns Belay's server over HTTP. */
  Gateway belayOverHttp() {
    return overHttp("Belay", Gateways.classPath(), OneToolOverHttp.class);
  }

  /** Returns the others over HTTP, each with the least ratio of Belay's rate to theirs. */
  List<SideBySide.Other> othersOverHttp() throws IOException {
    var others = new ArrayList<SideBySide.Other>();
    if (hasTypeScript()) {
      var typeScript =
          new Gateway(
              "TypeScript SDK",
              port -> List.of("node", script("http.mjs").toString(), Integer.toString(port)),
              ECHO);
      others.add(new SideBySide.Other(typeScript, Map.of(32, 5.0)));
    }
    var javaSdk = overHttp("Java SDK", javaSdkClassPath(), JavaSdkTool.class);
    others.add(new SideBySide.Other(javaSdk, Map.of(32, 2.0)));
    return others;
  }

  private static Gateway overHttp(String name, String classPath, Class<?> main) {
    return new Gateway(
        name,
        port ->
            new JavaCommand(Gateways.JVM, classPath, main, List.of(Integer.toString(port))).with(),
        ECHO);
  }
}
