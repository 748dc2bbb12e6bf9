package dev.belay.testbed.conformance;

import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;

/** Starts a {@link ConformanceServer} for a test, with the test's JVM and code. */
public final class ConformanceServers {
  private static final List<String> FAST_START =
      List.of(
          "-XX:TieredStopAtLevel=1",
          "-XX:+UseSerialGC",
          "-Xshare:auto",
          "-Xmx96m",
          "--enable-native-access=ALL-UNNAMED");

  private ConformanceServers() {}

  /** {@return the command of a server with these options} */
  public static List<String> command(String... options) {
    var command = new ArrayList<String>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(FAST_START);
    command.addAll(List.of("-cp", code(), ConformanceServer.class.getName()));
    command.addAll(List.of(options));
    return List.copyOf(command);
  }

  /** Modules of this JVM are plain classes in the other: one class path serves both. */
  private static String code() {
    var places = new LinkedHashSet<String>();
    for (var key : List.of("jdk.module.path", "java.class.path")) {
      for (var place : System.getProperty(key, "").split(File.pathSeparator, -1)) {
        if (!place.isEmpty()) {
          places.add(place);
        }
      }
    }
    return String.join(File.pathSeparator, places);
  }
}
