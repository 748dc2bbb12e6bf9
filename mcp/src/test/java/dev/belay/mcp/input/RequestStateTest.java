package dev.belay.mcp.input;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("A request state comes back whole, in time and for the same request, or not at all")
final class RequestStateTest {
  private static final byte[] KEY = "0123456789abcdef0123456789abcdef".getBytes(UTF_8);
  private static final byte[] PAYLOAD = "step 1".getBytes(UTF_8);
  private static final byte[] BINDING = binding("local", "tools/call", "{}");

  private final AtomicLong now = new AtomicLong(1_700_000_000_000L);
  private final RequestState states = new RequestState(KEY, Duration.ofMinutes(5), now::get);

  @Test
  @DisplayName("what was sealed is opened again, also by another server with the same key")
  void returns() {
    var state = states.seal(PAYLOAD, BINDING);
    var other = new RequestState(KEY, Duration.ofSeconds(1), now::get);

    assertThat(state).matches("[A-Za-z0-9_-]+");
    assertThat(other.open(state, BINDING))
        .isInstanceOfSatisfying(
            OpenedState.Valid.class, valid -> assertThat(valid.payload()).isEqualTo(PAYLOAD));
  }

  @Test
  @DisplayName("every single changed character is noticed, bits left over by base64 included")
  void tampered() {
    var state = states.seal(PAYLOAD, BINDING);
    for (int i = 0; i < state.length(); i++) {
      for (char other : "ABb_".toCharArray()) {
        var changed = new StringBuilder(state);
        changed.setCharAt(i, other);
        if (!changed.toString().equals(state)) {
          assertForged(changed.toString(), BINDING);
        }
      }
    }
  }

  @Test
  @DisplayName("what is cut off, longer, padded, empty or not base64url is forged")
  void garbage() {
    var state = states.seal(PAYLOAD, BINDING);
    for (var other :
        new String[] {
          "", "A", "AQ", state + "=", state + "A", state.substring(1), "ÿ", " " + state, "a+b/"
        }) {
      assertForged(other, BINDING);
    }
    assertForged("A".repeat(RequestState.LONGEST + 1), BINDING);
  }

  @Test
  @DisplayName("with another principal, method or arguments it is forged, however they are cut")
  void bound() {
    var state = states.seal(PAYLOAD, BINDING);

    assertForged(state, binding("eve", "tools/call", "{}"));
    assertForged(state, binding("local", "tools/call", "{\"a\":1}"));
    assertForged(state, binding("localt", "ools/call", "{}"));
  }

  @Test
  @DisplayName("it lives to the last millisecond before its end, and no longer")
  void expires() {
    var state = states.seal(PAYLOAD, BINDING);

    now.addAndGet(Duration.ofMinutes(5).toMillis() - 1);
    assertThat(states.open(state, BINDING)).isInstanceOf(OpenedState.Valid.class);
    now.incrementAndGet();
    assertThat(states.open(state, BINDING)).isInstanceOf(OpenedState.Expired.class);
  }

  @Test
  @DisplayName("another key, random ones included, opens nothing; a short key is refused")
  void keys() {
    var state = states.seal(PAYLOAD, BINDING);
    var random = RequestState.withRandomKey(Duration.ofMinutes(5), now::get);

    assertThat(random.open(state, BINDING)).isInstanceOf(OpenedState.Forged.class);
    assertThat(random.open(random.seal(PAYLOAD, BINDING), BINDING))
        .isInstanceOf(OpenedState.Valid.class);
    assertThatThrownBy(() -> new RequestState(new byte[31], Duration.ofMinutes(5), now::get))
        .isInstanceOf(IllegalArgumentException.class);
  }

  private void assertForged(String state, byte[] binding) {
    assertThat(states.open(state, binding)).as(state).isInstanceOf(OpenedState.Forged.class);
  }

  private static byte[] binding(String... parts) {
    var bytes = new byte[parts.length][];
    for (int i = 0; i < parts.length; i++) {
      bytes[i] = parts[i].getBytes(UTF_8);
    }
    return RequestState.binding(bytes);
  }
}
