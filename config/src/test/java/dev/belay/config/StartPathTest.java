package dev.belay.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belay.config.Sources.Flag;
import dev.belay.config.Sources.Wrapped;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Starting {@code wrap} without a file needs no parser: it runs without one on the class path. */
class StartPathTest {
  @TempDir Path directory;

  /** Loads flags and environment; runs in a class loader without the parser. */
  public static final class Start implements Callable<String> {
    private final Path directory;

    public Start(Path directory) {
      this.directory = directory;
    }

    @Override
    public String call() {
      var loaded =
          Config.load(
              new Sources(
                  directory,
                  null,
                  List.of(),
                  Map.of("BELAY_MCP_TIMEOUT", "60"),
                  List.of(Flag.ofServer("--idle-timeout", "w", "idle_timeout", "5")),
                  new Wrapped("w", "node", List.of("server.js"))));
      return switch (loaded) {
        case Loaded.Good(var settings, _) ->
            settings.limits("w", "t").timeout().value()
                + " "
                + settings.limits("w", "t").idleTimeout().value();
        case Loaded.Bad(var errors, _) -> errors.toString();
      };
    }
  }

  @Test
  void withoutAFileNoParserIsLoaded() throws Exception {
    assertThat(startWithoutParser()).isEqualTo("PT1M PT5S");
  }

  @Test
  void withAFileTheParserWouldBeMissed() throws Exception {
    // Shows that the loader above has no parser, so that the other test can fail.
    Files.writeString(directory.resolve("belay.yaml"), "mcp: {}");
    assertThatThrownBy(this::startWithoutParser)
        .hasRootCauseInstanceOf(ClassNotFoundException.class);
  }

  private Object startWithoutParser() throws Exception {
    var classes =
        new URL[] {
          url("target/classes"), url("target/test-classes"), url("../core/target/classes")
        };
    // Without the platform's loader, too: it would find the test's own modules.
    try (var loader = new URLClassLoader(classes, null)) {
      var start = loader.loadClass(Start.class.getName());
      return ((Callable<?>) start.getConstructor(Path.class).newInstance(directory)).call();
    }
  }

  private static URL url(String path) throws MalformedURLException {
    return Path.of(path).toUri().toURL();
  }
}
