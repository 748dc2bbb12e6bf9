package dev.belay.bench.catalog;

import dev.belay.bench.http.Gateway;
import dev.belay.bench.http.RunningGateway;
import dev.belay.bench.report.ScratchDirectory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** A {@code belay serve} with a configuration file, and a directory of its own for all its data. */
public final class BelayConfig implements AutoCloseable {
  /** Stands for the directory of a configuration within its text. */
  public static final String HERE = "@here@";

  private final ScratchDirectory scratch;
  private final Path root;
  private final String name;
  private final String echo;

  /**
   * Writes the file.
   *
   * @param root the checkout, with a finished {@code dist/}
   * @param echo a call with an answer, as the params of {@code tools/call}
   */
  public BelayConfig(Path root, String name, String yaml, String echo) throws IOException {
    this.root = root;
    this.name = name;
    this.echo = echo;
    scratch = ScratchDirectory.open();
    Files.writeString(file(), yaml.replace(HERE, directory().toString()));
  }

  /** Starts it, and returns once it accepts connections. */
  public RunningGateway start() throws IOException, InterruptedException {
    return RunningGateway.start(new Gateway(name, this::command, echo));
  }

  private List<String> command(int port) {
    return List.of(
        root.resolve("dist/bin/belay").toString(),
        "serve",
        "--no-auth",
        "--config",
        file().toString(),
        "--port",
        Integer.toString(port));
  }

  private Path file() {
    return directory().resolve("belay.yaml");
  }

  /** {@return the directory that replaces {@link #HERE}} */
  public Path directory() {
    return scratch.path();
  }

  @Override
  public void close() throws IOException {
    scratch.close();
  }
}
