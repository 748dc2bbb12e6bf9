package dev.belay.bench.stall;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** A fallen claim is shown with the stalls of its time, and with no others. */
class ClaimTest {
  private static final Instant NOON = Instant.parse("2026-01-01T12:00:00Z");

  private final Claim claim =
      new Claim("a.BTest.c", Optional.of("too late"), NOON, NOON.plusSeconds(10));

  @Test
  void onlyStallsOfItsTimeAreBesideIt() {
    var stalls =
        List.of(
            stall(-3, "ended-as-it-began"),
            stall(-2, "began-before"),
            stall(4, "within"),
            stall(9, "ended-after"),
            stall(10, "began-as-it-ended"));
    assertThat(claim.told(stalls))
        .isEqualTo(
            """
            a.BTest.c
              too late
              from 2026-01-01T12:00:00Z to 2026-01-01T12:00:10Z: 3 stalls
                2026-01-01T11:59:58Z 3.0 s, pid 7: began-before
                2026-01-01T12:00:04Z 3.0 s, pid 7: within
                2026-01-01T12:00:09Z 3.0 s, pid 7: ended-after\
            """);
  }

  @Test
  void manyStallsAreOnlyCounted() {
    assertThat(claim.told(Collections.nCopies(21, stall(1, "server"))))
        .endsWith(": 21 stalls")
        .doesNotContain("server");
  }

  @Test
  void aProcessIsNamedByItsProgramWithoutWhatConcernsTheJvm() {
    var java =
        "/usr/lib/jvm/25/bin/java -javaagent:/a/b.jar=c=d -Xmx512m -XX:+UseSerialGC -Da=b"
            + " --add-opens=a/b=ALL-UNNAMED -cp /a/b.jar:/c/d.jar dev.belay.Main serve --port 80";
    assertThat(line(java)).endsWith("pid 7: java dev.belay.Main serve --port 80");
    assertThat(line("/bin/sh -c echo /tmp/one\ntwo")).endsWith("pid 7: sh -c echo /tmp/one two");
    assertThat(line("node")).endsWith("pid 7: node");
    assertThat(line("")).endsWith("pid 7: ");
    assertThat(line("node " + "x".repeat(500))).endsWith("x…").hasSizeLessThan(180);
  }

  private static String line(String commandLine) {
    return new Stall(NOON, Duration.ofSeconds(2), 7, commandLine).line();
  }

  private static Stall stall(int second, String program) {
    return new Stall(NOON.plusSeconds(second), Duration.ofSeconds(3), 7, program);
  }
}
