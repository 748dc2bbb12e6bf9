package dev.belay.cli.shell;

import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** The program that started this process, for files from which others are to start it. */
public final class OwnCommand {
  /** The property by which {@code bin/belay} says how it was started. */
  private static final String PROPERTY = "belay.launcher";

  private OwnCommand() {}

  /** {@return the absolute path of {@code bin/belay}; null if this was not started by one} */
  public static @Nullable Path path() {
    var said = System.getProperty(PROPERTY);
    if (said != null && !said.isBlank()) {
      return Path.of(said).toAbsolutePath().normalize();
    }
    var source = OwnCommand.class.getProtectionDomain().getCodeSource();
    return source == null ? null : besides(source.getLocation().toString());
  }

  /** {@return the program of the build that a jar belongs to: lib/BUILD/JAR beside bin/belay} */
  private static @Nullable Path besides(String jar) {
    if (!jar.startsWith("file:")) {
      return null;
    }
    var program = Path.of(URI.create(jar)).resolve("../../../bin/belay").normalize();
    return Files.isExecutable(program) ? program : null;
  }
}
