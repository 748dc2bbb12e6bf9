package dev.belay.http.server;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.http.route.Routes;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("An answer whose end is shared with others")
final class SharedBodyTest {
  private static final String OWN = "own:";

  private static TestServer serving(ByteBuffer shared) throws IOException {
    return new TestServer(
        Routes.none()
            .with(
                "/",
                (_, response) ->
                    response.send(200, List.of(), OWN.getBytes(US_ASCII), shared.duplicate())));
  }

  private static ByteBuffer direct(String text) {
    return ByteBuffer.allocateDirect(text.length())
        .put(text.getBytes(US_ASCII))
        .flip()
        .asReadOnlyBuffer();
  }

  @ParameterizedTest
  @DisplayName("small or large, it comes whole, however many read it and one after another")
  @ValueSource(ints = {0, 1, 65_531, 65_532, 65_533, 3_000_000})
  void itComesWhole(int length) throws IOException {
    var text = "abcdefghij".repeat(length / 10 + 1).substring(0, length);
    try (var server = serving(direct(text));
        var one = server.client();
        var other = server.client()) {
      for (int round = 0; round < 3; round++) {
        var _ = one.post("/", "");
        var _ = other.post("/", "");
        for (var client : List.of(one, other)) {
          var answer = client.answer();
          assertThat(answer.status()).isEqualTo(200);
          assertThat(answer.body()).isEqualTo(OWN + text);
        }
      }
    }
  }

  @Test
  void aHeapBufferWillDo() throws IOException {
    var text = "x".repeat(100_000);
    try (var server = serving(ByteBuffer.wrap(text.getBytes(US_ASCII)));
        var client = server.client()) {
      assertThat(client.post("/", "").answer().body()).isEqualTo(OWN + text);
    }
  }

  @Test
  void whereOnlyTheHeadIsAskedForOnlyItsLengthIsSaid() throws IOException {
    try (var server = serving(direct("x".repeat(100_000)));
        var client = server.client()) {
      client.lines("HEAD / HTTP/1.1", "Host: localhost");
      assertThat(client.head()).contains("Content-Length: 100004");
      assertThat(client.post("/", "").answer().body()).hasSize(100_004);
    }
  }
}
