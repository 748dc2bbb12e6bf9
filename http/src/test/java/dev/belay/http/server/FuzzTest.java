package dev.belay.http.server;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.core.time.Seeds;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.SocketException;
import java.util.Random;
import java.util.regex.Pattern;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("P21: garbage never breaks the server")
final class FuzzTest {
  private static final int SEEDS = 600;

  /**
   * The valid beginnings of an answer, including the echo of a request that happened to be valid.
   */
  private static final Pattern ANSWER =
      Pattern.compile("HTTP/1\\.1 (100|200|400|403|404|405|408|413|414|415|417|429|431|505) .*");

  private static final String[] PIECES = {
    "GET /path HTTP/1.1\r\n",
    "POST /echo HTTP/1.1\r\n",
    "POST /echo HTTP/1.0\r\n",
    "HEAD http://localhost/path HTTP/1.1\r\n",
    "OPTIONS * HTTP/1.1\r\n",
    "Host: localhost\r\n",
    "Host: [::1]:1\r\n",
    "Host: evil.example\r\n",
    "Origin: null\r\n",
    "Content-Length: 5\r\n",
    "Content-Length: 0\r\n",
    "Content-Length: 99999999999999999999999\r\n",
    "Transfer-Encoding: chunked\r\n",
    "Transfer-Encoding: gzip, chunked\r\n",
    "Expect: 100-continue\r\n",
    "Content-Encoding: gzip\r\n",
    "Connection: close\r\n",
    "X: " + "y".repeat(5_000) + "\r\n",
    " folded\r\n",
    "\r\n",
    "\r\n\r\n",
    "\n",
    "\r",
    "5\r\nhello\r\n",
    "0\r\n\r\n",
    "ffffffff\r\n",
    "hello",
    "\0",
    "\u00ff\u00fe",
    "[".repeat(10_000)
  };

  @Test
  void noCrashNoHangAndNothingOfAnotherRequest() throws IOException {
    try (var server = new TestServer(TestRoutes.ECHO)) {
      Seeds.forEach(
          SEEDS,
          seed -> {
            garbage(server, seed);
            answers(server, "seed-" + seed);
          });
      assertThat(server.reports()).isEmpty();
    }
  }

  private static void answers(TestServer server, String mine) {
    try (var next = server.client()) {
      assertThat(next.post("/echo", mine).answer().body()).isEqualTo(mine);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void garbage(TestServer server, long seed) {
    var random = new Random(seed);
    try (var client = server.client()) {
      try {
        int pieces = 1 + random.nextInt(12);
        for (int piece = 0; piece < pieces; piece++) {
          client.send(piece(random, seed));
        }
        client.halfClose();
      } catch (SocketException e) {
        // The server closed the connection before the client had sent everything.
      }
      check(seed, client);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static byte[] piece(Random random, long seed) {
    byte[] piece = PIECES[random.nextInt(PIECES.length)].getBytes(ISO_8859_1);
    switch (random.nextInt(6)) {
      case 0 -> piece[random.nextInt(piece.length)] = (byte) random.nextInt();
      case 1 -> piece = ("mark-" + seed + "-").getBytes(ISO_8859_1);
      default -> {}
    }
    return piece;
  }

  private static void check(long seed, RawClient client) throws IOException {
    String got;
    try {
      got = client.rest();
    } catch (SocketException e) {
      // Reset: the server had answered, and the client went on sending.
      return;
    }
    if (!got.isEmpty()) {
      assertThat(got.lines().findFirst().orElse("")).as("seed %s", seed).matches(ANSWER);
    }
    assertThat(Pattern.compile("mark-(\\d+)").matcher(got).results())
        .as("seed %s", seed)
        .allMatch(mark -> mark.group(1).equals("" + seed));
  }
}
