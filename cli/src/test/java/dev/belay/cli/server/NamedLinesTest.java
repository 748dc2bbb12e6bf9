package dev.belay.cli.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.cli.log.ByteLines;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("What many servers write to one standard error can be told apart")
final class NamedLinesTest {
  private final StringBuilder out = new StringBuilder();
  private final ByteLines docs = named("docs");
  private final ByteLines files = named("files");

  private ByteLines named(String server) {
    return Relays.named(server, bytes -> out.append(new String(bytes, StandardCharsets.UTF_8)));
  }

  private static void write(ByteLines server, String text) {
    server.accept(text.getBytes(StandardCharsets.UTF_8));
  }

  @Test
  void eachLineIsWholeAndNamed() {
    write(docs, "o");
    write(files, "two\nthr");
    write(docs, "ne\n\n");
    write(files, "ee\n");
    assertThat(out).hasToString("[files] two\n[docs] one\n[docs] \n[files] three\n");
  }

  @Test
  @DisplayName("Bad input: a line without an end is passed on in parts")
  void aLineWithoutAnEndIsBounded() {
    write(docs, "x".repeat(20_000));
    assertThat(out.toString().lines()).hasSize(2).allMatch(line -> line.length() == 8_192 + 7);
  }
}
