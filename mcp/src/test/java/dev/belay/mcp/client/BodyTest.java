package dev.belay.mcp.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.Flow;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("The body of a response closes its connection only if there is more of it")
final class BodyTest {
  private Body body = new Body(/* empty= */ false);
  private int cancelled;

  private final Flow.Subscription source =
      new Flow.Subscription() {
        @Override
        public void request(long count) {
          body.onNext(List.of(ByteBuffer.wrap("data".getBytes(StandardCharsets.UTF_8))));
        }

        @Override
        public void cancel() {
          cancelled++;
        }
      };

  @Test
  @DisplayName("Without content, its connection may carry another request at once")
  void empty() {
    body = new Body(/* empty= */ true);
    body.onSubscribe(source);
    body.close();
    assertThat(cancelled).isZero();
  }

  @Test
  @DisplayName("Closed before it begins, it closes its connection")
  void unwanted() {
    body.close();
    body.onSubscribe(source);
    assertThat(cancelled).isEqualTo(1);
  }

  @Test
  @DisplayName("Read to its end, it leaves its connection alone")
  void complete() throws IOException {
    body.onSubscribe(source);
    var bytes = new byte[8];
    assertThat(new String(bytes, 0, body.read(bytes), StandardCharsets.UTF_8)).isEqualTo("data");
    body.onComplete();
    assertThat(body.read(bytes)).isNegative();
    body.close();
    assertThat(cancelled).isZero();
  }

  @Test
  @DisplayName("Closed in its middle, it closes its connection")
  void left() throws IOException {
    body.onSubscribe(source);
    assertThat(body.read(new byte[2])).isEqualTo(2);
    body.close();
    assertThat(cancelled).isEqualTo(1);
  }

  @Test
  @DisplayName("What arrived before a failure is read before the failure is thrown")
  void failure() throws IOException {
    body.onSubscribe(source);
    var ready = body.readable();
    body.onError(new IOException("reset"));
    assertThat(ready).isCompleted();
    assertThat(body.poll(new byte[8])).isEqualTo(4);
    assertThatThrownBy(() -> body.poll(new byte[8])).hasMessage("reset");
  }
}
