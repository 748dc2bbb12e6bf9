package dev.belay.claims;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("This checkout: one command checks every claim")
final class OneCommandTest {
  private static final Path ROOT = Path.of("..");

  @Test
  @Claim("S4-80")
  @DisplayName("S4-80: the command that runs all tests runs the official referee")
  void theRefereeIsPartOfTheOneCommand() throws IOException {
    assertThat(Files.readString(ROOT.resolve("check"))).contains("peers/test");
    assertThat(Files.readString(ROOT.resolve("peers/test"))).contains("conformance");
  }

  @Test
  @DisplayName("The pages have a row for each number of tools and of turns")
  void everyNumberHasARow() throws IOException {
    var numbers = new HashSet<String>();
    for (var page : Page.all(ROOT)) {
      numbers.addAll(page.claims().keySet());
    }
    assertThat(numbers)
        .containsAll(IntStream.rangeClosed(32, 80).mapToObj(number -> "S4-" + number).toList())
        .containsAll(IntStream.rangeClosed(86, 101).mapToObj(number -> "S1-" + number).toList())
        .contains("P1", "P6", "P7", "P14", "P19", "P20")
        .contains("C1", "C2", "C3", "C4", "C22", "C23", "C24", "C27");
  }
}
