package dev.belay.cli.golden;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("A folder of golden files is exactly what is shown today, or the difference is told")
final class GoldenTest {
  @TempDir private Path dir;

  private Golden golden(boolean writes) {
    return new Golden(dir.resolve("family"), writes);
  }

  @Test
  void aFolderThatIsWrittenIsThatOfToday() throws IOException {
    golden(true).assertIs(Map.of("gone.txt", "1\n"));
    golden(true).assertIs(Map.of("a.txt", "1\n2\n", "b.txt", "no end"));

    golden(false).assertIs(Map.of("a.txt", "1\n2\n", "b.txt", "no end\n"));
    assertThat(dir.resolve("family/gone.txt")).doesNotExist();
  }

  @Test
  void aChangedLineIsShownBetweenItsNeighbours() throws IOException {
    golden(true).assertIs(Map.of("a.txt", "1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n"));

    assertThatThrownBy(() ->
            golden(false).assertIs(Map.of("a.txt", "1\n2\n3\n4\nfive\n6\n7\n8\n9\n10\neleven\n")))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining(
            """
            @@ line 3 @@
             3
             4
            -5
            +five
             6
             7
            @@ line 9 @@
             9
             10
            +eleven
            """)
        .hasMessageEndingWith("If this is meant: " + Golden.COMMAND);
    assertThat(Files.readString(dir.resolve("family/a.txt"))).contains("\n5\n");
  }

  @Test
  void aFileThatIsNewOrGoneIsADifference() throws IOException {
    golden(true).assertIs(Map.of("gone.txt", "1\n"));

    assertThatThrownBy(() -> golden(false).assertIs(Map.of("new.txt", "2\n")))
        .hasMessageContaining("+++ (shown no more)\n@@ line 1 @@\n-1\n")
        .hasMessageContaining("--- (no such file)")
        .hasMessageContaining("@@ line 1 @@\n+2\n");
  }
}
