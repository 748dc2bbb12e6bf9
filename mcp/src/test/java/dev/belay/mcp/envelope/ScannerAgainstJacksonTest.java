package dev.belay.mcp.envelope;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.core.time.Seeds;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** The scanner must agree with a well-known parser in every case. */
@DisplayName("P21: bad input never breaks anything")
final class ScannerAgainstJacksonTest {
  /** Bytes that change what JSON means, and pieces of UTF-8. */
  private static final byte[] ODD =
      ("\0\"\\{}[],:-01.eu \n" + "\u0080\u00c0\u00c2\u00ed\u00a0\u00e2\u00f4\u00ff")
          .getBytes(StandardCharsets.ISO_8859_1);

  @Test
  void whatJacksonAcceptsIsAccepted() {
    Seeds.forEach(
        5_000,
        seed -> {
          byte[] json = new RandomJson(seed).bytes(5);
          assertThat(accepts(json)).as(text(json)).isTrue();
          assertThat(Referee.accepts(json)).as(text(json)).isTrue();
        });
  }

  @Test
  void whatIsBrokenAnywhereIsJudgedAlike() {
    Seeds.forEach(
        40_000,
        seed -> {
          byte[] json = broken(new RandomJson(seed).bytes(4), new Random(seed));
          assertThat(accepts(json)).as(text(json)).isEqualTo(Referee.accepts(json));
        });
  }

  private static byte[] broken(byte[] json, Random random) {
    int at = random.nextInt(json.length);
    return switch (random.nextInt(4)) {
      case 0 -> Arrays.copyOf(json, at);
      case 1 -> {
        byte[] other = json.clone();
        other[at] = ODD[random.nextInt(ODD.length)];
        yield other;
      }
      case 2 -> {
        byte[] longer = Arrays.copyOf(json, json.length + 1);
        System.arraycopy(json, at, longer, at + 1, json.length - at);
        longer[at] = ODD[random.nextInt(ODD.length)];
        yield longer;
      }
      default -> {
        byte[] shorter = Arrays.copyOf(json, json.length - 1);
        System.arraycopy(json, at + 1, shorter, at, json.length - at - 1);
        yield shorter;
      }
    };
  }

  private static boolean accepts(byte[] json) {
    try {
      return Slices.value(json).length() > 0;
    } catch (NotJson e) {
      return false;
    }
  }

  private static String text(byte[] json) {
    return new String(json, StandardCharsets.ISO_8859_1);
  }
}
