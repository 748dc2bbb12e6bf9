import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import java.util.zip.ZipOutputStream;

/**
 * Leaves out of jars the machine code for systems other than the one of a package, which is a third of all jars.
 *
 * <p>Started from source, for ./package: {@code OneSystem.java JARS OS-ARCH}.
 */
final class OneSystem {
  /** What the driver of SQLite and Netty call the systems. */
  private static final Map<String, String> SQLITE =
      Map.of(
          "linux-x64", "Linux/x86_64",
          "linux-arm64", "Linux/aarch64",
          "darwin-x64", "Mac/x86_64",
          "darwin-arm64", "Mac/aarch64");
  private static final Map<String, String> NETTY =
      Map.of("linux-x64", "linux-x86_64", "linux-arm64", "linux-aarch_64");

  private OneSystem() {}

  public static void main(String[] args) throws IOException {
    var system = args[1];
    if (!SQLITE.containsKey(system)) {
      throw new IOException("no machine code is known for " + system);
    }
    try (var jars = Files.newDirectoryStream(Path.of(args[0]), "*.jar")) {
      for (var jar : jars) {
        var name = jar.getFileName().toString();
        if (name.startsWith("netty-transport-native-epoll-") && !name.endsWith(NETTY.getOrDefault(system, "none") + ".jar")) {
          Files.delete(jar);
        } else if (name.startsWith("sqlite-jdbc-")) {
          trim(jar, "org/sqlite/native/", "org/sqlite/native/" + SQLITE.get(system) + "/");
        }
      }
    }
  }

  /** Leaves out what begins with {@code folder}, except for what begins with {@code kept}. */
  private static void trim(Path jar, String folder, String kept) throws IOException {
    var bytes = new ByteArrayOutputStream();
    try (var in = new ZipInputStream(Files.newInputStream(jar));
        var out = new ZipOutputStream(bytes)) {
      for (var entry = in.getNextEntry(); entry != null; entry = in.getNextEntry()) {
        var name = entry.getName();
        if (!name.startsWith(folder) || name.startsWith(kept)) {
          var same = new ZipEntry(name);
          same.setTime(entry.getTime());
          out.putNextEntry(same);
          in.transferTo(out);
        }
      }
    }
    Files.write(jar, bytes.toByteArray());
  }
}
