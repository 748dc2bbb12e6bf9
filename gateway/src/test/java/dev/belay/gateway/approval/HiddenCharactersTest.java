package dev.belay.gateway.approval;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.mcp.envelope.Controls;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** The tests of the console's modules judge those by the same list. */
@DisplayName("Hidden characters are those of the list that the console shares")
final class HiddenCharactersTest {
  private static final Path LIST = Path.of("../console/src/test/resources/hidden.txt");
  private static final List<String> COLUMNS = List.of("terminal", "arguments", "names", "prose");

  /** {@return by column, the code points that it hides} */
  private static Map<String, BitSet> listed() throws IOException {
    var hidden = new HashMap<String, BitSet>();
    COLUMNS.forEach(column -> hidden.put(column, new BitSet()));
    for (var line : Files.readAllLines(LIST)) {
      if (!line.startsWith("#")) {
        var words = List.of(line.split(" +"));
        assertThat(words).as(line).hasSize(COLUMNS.size() + 1);
        var range = words.getFirst().split("\\.\\.");
        int from = Integer.parseInt(range[0], 16);
        int to = Integer.parseInt(range[range.length - 1], 16);
        for (int i = 0; i < COLUMNS.size(); i++) {
          hidden.get(COLUMNS.get(i)).set(from, to + 1, words.get(i + 1).equals("hidden"));
        }
      }
    }
    return hidden;
  }

  /** Every code point that may be on the list, and some of the planes with nothing of their own. */
  private static IntStream points() {
    return IntStream.rangeClosed(0, Character.MAX_CODE_POINT)
        .filter(
            point -> point < 0x20000 || (point >= 0xE0000 && point < 0xE1000) || point % 251 == 0);
  }

  @Test
  @DisplayName("in arguments that a person decides on, and where unassigned")
  void arguments() throws IOException {
    var listed = listed().get("arguments");
    assertThat(points().filter(point -> !isShownAsListed(point, listed)).limit(20).toArray())
        .isEmpty();
  }

  private static boolean isShownAsListed(int point, BitSet listed) {
    boolean isHidden = listed.get(point) || Character.getType(point) == Character.UNASSIGNED;
    var text = Character.toString(point);
    var expected = isHidden ? "\u27e6U+%04X\u27e7".formatted(point) : text;
    return ShownArguments.visible(text).equals(expected);
  }

  @Test
  @DisplayName("in what terminals and logs get")
  void terminal() throws IOException {
    var listed = listed().get("terminal");
    assertThat(
            points()
                .filter(point -> Controls.isIn(Character.toString(point)) != listed.get(point))
                .limit(20)
                .toArray())
        .isEmpty();
  }
}
