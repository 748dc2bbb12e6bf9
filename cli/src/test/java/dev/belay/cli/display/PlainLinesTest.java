package dev.belay.cli.display;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.cli.display.View.Snapshot;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

final class PlainLinesTest {
  private final PlainLines lines = new PlainLines();

  @Test
  void nothingIsSaidOfWhatIsOverWithinASecond() {
    assertThat(at(999, LiveLineTest.said("1"))).isEmpty();
  }

  @Test
  void eachNewWordOfTheToolIsALineOnce() {
    var first = LiveLineTest.said("1,\"total\":2,\"message\":\"half\"");

    assertThat(at(1_000, first)).isEqualTo("belay: crawl 1s: 1/2 half\n");
    assertThat(at(2_000, first)).isEmpty();
    assertThat(at(3_000, LiveLineTest.said("2,\"total\":2"))).isEqualTo("belay: crawl 3s: 2/2\n");
  }

  @Test
  void silenceIsBrokenEveryTenSeconds() {
    assertThat(at(9_000, null)).isEmpty();
    assertThat(at(10_000, null)).isEqualTo("belay: crawl 10s: still running\n");
    assertThat(at(19_000, null)).isEmpty();
    assertThat(at(20_000, null)).isEqualTo("belay: crawl 20s: still running\n");
  }

  private String at(int millis, @Nullable ShownProgress progress) {
    return lines.draw(List.of(new Snapshot("crawl", Duration.ofMillis(millis), progress)));
  }
}
