package dev.belay.gateway.relay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.mcp.envelope.Bounds;
import dev.belay.mcp.envelope.Envelope;
import dev.belay.mcp.envelope.MalformedEnvelope;
import dev.belay.mcp.envelope.RequestId;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

final class InFlightTest {
  private static final RequestId ID = RequestId.of(7);

  private final InFlight inFlight = new InFlight();
  private final List<Boolean> entered = new ArrayList<>();
  private final UndecidedRequest call = request(_ -> {});
  private final UndecidedRequest waiting = request(enter -> entered.add(enter.test(call)));

  @Test
  void whatTakesAnothersPlaceIsInFlightAllTheWhile() {
    inFlight.add(waiting);
    waiting.goOn();

    assertThat(entered).containsExactly(true);
    assertThat(inFlight.get(ID)).isSameAs(call);
    assertThat(inFlight.end(waiting)).isFalse();
    assertThat(inFlight.end(call)).isTrue();
  }

  @Test
  void nothingTakesThePlaceOfWhatWasTakenBack() {
    inFlight.add(waiting);
    waiting.cancel("");
    waiting.goOn();

    assertThat(entered).containsExactly(false);
    assertThat(inFlight.has(ID)).isFalse();
  }

  private UndecidedRequest request(Consumer<Predicate<ClientRequest>> proceed) {
    var line = "{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"tools/list\"}";
    var nowhere =
        new ReplyTo() {
          @Override
          public void send(byte[] response) {}

          @Override
          public void nothing() {}
        };
    try {
      var envelope = Envelope.parse(line.getBytes(StandardCharsets.UTF_8), Bounds.DEFAULT);
      return new UndecidedRequest(inFlight, envelope, nowhere, proceed);
    } catch (MalformedEnvelope e) {
      throw new AssertionError(e);
    }
  }
}
