package dev.belay.config;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.config.Sources.Flag;
import dev.belay.config.Sources.Wrapped;
import dev.belay.core.time.Seeds;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * For any content of a file, loading ends with settings or with errors, never with an exception.
 */
class AnyInputTest {
  private static final List<String> PIECES =
      List.of(
          "mcp",
          "mcpServers",
          "tools",
          "timeout",
          "idle_timeout",
          "command",
          "args",
          "env",
          "cwd",
          "url",
          "http",
          "https://h/",
          "headers",
          "allowed_hosts",
          "isolation",
          "era",
          "shared",
          "${HOME}",
          "${",
          "\"",
          "'",
          ": ",
          ":",
          "\n",
          "\n  ",
          "\n    ",
          "- ",
          "{",
          "}",
          "[",
          "]",
          ", ",
          "&a ",
          "*a",
          "!!int ",
          "? ",
          "| ",
          "> ",
          "---\n",
          "...\n",
          "# ",
          "-1",
          "0",
          "1e9",
          "~",
          "\t",
          "\u0000",
          "é",
          "\uD83D\uDE00",
          "%YAML 1.2\n",
          "<<: ",
          "\r");

  @TempDir Path directory;

  @Test
  void randomBytesNeverThrow() {
    Seeds.forEach(
        500,
        seed -> {
          var random = new Random(seed);
          var bytes = new byte[random.nextInt(200)];
          random.nextBytes(bytes);
          load(bytes);
        });
  }

  @Test
  void randomYamlNeverThrows() {
    Seeds.forEach(
        2_000,
        seed -> {
          var random = new Random(seed);
          var text = new StringBuilder(random.nextBoolean() ? "mcpServers:\n  a:\n    " : "");
          for (var i = random.nextInt(40); i > 0; i--) {
            text.append(PIECES.get(random.nextInt(PIECES.size())));
          }
          load(text.toString().getBytes(StandardCharsets.UTF_8));
        });
  }

  @Test
  void randomTextsOfEveryKeyNeverThrow() {
    var alphabet = "0123456789.eE+-smhKMiBnaN_ \u0000é";
    Seeds.forEach(
        2_000,
        seed -> {
          var random = new Random(seed);
          var text = new StringBuilder();
          for (var i = random.nextInt(12); i > 0; i--) {
            text.append(alphabet.charAt(random.nextInt(alphabet.length())));
          }
          var flags = new ArrayList<Flag>();
          for (var section : List.of(McpSettings.SECTION, HttpSettings.SECTION)) {
            section
                .members()
                .forEach(key ->
                    flags.add(new Flag("-", section.name() + "." + key.name(), text.toString())));
          }
          ServerSettings.SECTION
              .members()
              .forEach(key -> flags.add(Flag.ofServer("-", "w", key.name(), text.toString())));
          flags.add(Flag.ofServer("-", "w", "headers", text.toString()));
          flags.add(new Flag("-", text.toString(), "1"));
          var wrapped =
              random.nextBoolean() ? Wrapped.atUrl("w") : new Wrapped("w", "c", List.of());
          check(Config.load(new Sources(directory, null, List.of(), Map.of(), flags, wrapped)));
        });
  }

  private void load(byte[] content) {
    var file = directory.resolve("any");
    try {
      Files.write(file, content);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    check(Config.load(new Sources(directory, file, List.of(), Map.of(), List.of(), null)));
    check(Config.load(new Sources(directory, null, List.of(file), Map.of(), List.of(), null)));
  }

  private static void check(Loaded loaded) {
    switch (loaded) {
      case Loaded.Good(var settings, _) -> assertThat(settings.explain()).isNotEmpty();
      case Loaded.Bad(var errors, _) -> assertThat(errors).isNotEmpty();
    }
  }
}
