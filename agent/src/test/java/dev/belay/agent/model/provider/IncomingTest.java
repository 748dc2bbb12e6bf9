package dev.belay.agent.model.provider;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.core.time.Simulation;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Flow;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("The body of a provider's response ends its connection only where there is more of it")
final class IncomingTest {
  private Incoming body = body(/* empty= */ false);
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

  private static Incoming body(boolean empty) {
    return new Incoming(new Simulation(1), Duration.ofSeconds(1), empty);
  }

  @Test
  @DisplayName("Without anything in it, its connection may carry another request at once")
  void empty() {
    body = body(/* empty= */ true);
    body.onSubscribe(source);
    body.close();
    assertThat(cancelled).isZero();
  }

  @Test
  @DisplayName("Closed before it begins, it takes its connection along")
  void unwanted() {
    body.close();
    body.onSubscribe(source);
    assertThat(cancelled).isEqualTo(1);
  }

  @Test
  @DisplayName("Read to its end, its connection may carry another request: it is left alone")
  void complete() throws IOException {
    body.onSubscribe(source);
    assertThat(body.readNBytes(4)).asString(StandardCharsets.UTF_8).isEqualTo("data");
    body.onComplete();
    assertThat(body.read()).isNegative();
    body.close();
    assertThat(cancelled).isZero();
  }

  @Test
  @DisplayName("Left in its middle, it takes its connection along")
  void left() throws IOException {
    body.onSubscribe(source);
    assertThat(body.readNBytes(4)).asString(StandardCharsets.UTF_8).isEqualTo("data");
    body.close();
    assertThat(cancelled).isEqualTo(1);
  }
}
