package dev.belay.mcp.server;

import dev.belay.mcp.envelope.Envelope;
import dev.belay.mcp.envelope.Slices;
import dev.belay.mcp.envelope.Span;
import dev.belay.mcp.input.OpenedState;
import dev.belay.mcp.input.RequestState;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The client's answers available to a run of a handler (MCP 2026-07-28 §mrtr): those of this round,
 * those of earlier rounds, and the handler's own state.
 */
final class Round {
  /** The first byte of a sealed state: a handler's own state, or its earlier answers. */
  private static final byte OWN = 'o';

  private static final byte ANSWERS = 'a';

  private final Map<String, byte[]> responses = new LinkedHashMap<>();
  private final Map<String, byte[]> earlier = new LinkedHashMap<>();
  private final @Nullable String requestState;
  private byte @Nullable [] state;

  private Round(@Nullable String requestState) {
    this.requestState = requestState;
  }

  /** Creates a round without answers. */
  static Round first() {
    return new Round(null);
  }

  /** Reads the params of a request. */
  static Round of(
      Envelope request, Supplier<@Nullable RequestState> states, Supplier<byte[]> binding)
      throws RequestFailed {
    var round = new Round(Params.text(request, "requestState"));
    byte[] bytes = request.bytes();
    Span responses = Params.find(request, "inputResponses");
    if (responses != null && responses.isObject(bytes)) {
      for (var response : Slices.members(bytes, responses).entrySet()) {
        if (response.getValue().isObject(bytes)) {
          round.responses.put(response.getKey(), response.getValue().of(bytes));
        }
      }
    }
    round.open(states, binding);
    return round;
  }

  /** Creates a round from answers that the client gave to real requests. */
  static Round of(
      Map<String, byte[]> responses,
      @Nullable String requestState,
      Supplier<@Nullable RequestState> states,
      Supplier<byte[]> binding)
      throws RequestFailed {
    var round = new Round(requestState);
    round.responses.putAll(responses);
    round.open(states, binding);
    return round;
  }

  private void open(Supplier<@Nullable RequestState> codec, Supplier<byte[]> binding)
      throws RequestFailed {
    var states = requestState == null ? null : codec.get();
    if (requestState == null || states == null) {
      return;
    }
    switch (states.open(requestState, binding.get())) {
      case OpenedState.Invalid invalid -> throw RequestFailed.invalidParams(invalid.why());
      case OpenedState.Valid valid -> opened(valid.payload());
    }
  }

  private void opened(byte[] payload) {
    if (payload.length == 0) {
      return;
    }
    var rest = new byte[payload.length - 1];
    System.arraycopy(payload, 1, rest, 0, rest.length);
    if (payload[0] == OWN) {
      state = rest;
    } else {
      for (var answer : Slices.members(rest, JsonWriter.requireObject(rest)).entrySet()) {
        earlier.put(answer.getKey(), answer.getValue().of(rest));
      }
    }
  }

  byte @Nullable [] response(String key) {
    return responses.get(key);
  }

  /** {@return the answer of this round or an earlier one, which is carried on to later rounds} */
  byte @Nullable [] answer(String key) {
    var answer = responses.get(key);
    if (answer != null) {
      earlier.put(key, answer);
    }
    return earlier.get(key);
  }

  /** {@return the used answers, sealed; null if there are none} */
  @Nullable String putAway(@Nullable RequestState states, byte[] binding) {
    if (earlier.isEmpty() || states == null) {
      return null;
    }
    var answers = JsonWriter.object();
    earlier.forEach(answers::put);
    return seal(states, ANSWERS, answers.end(), binding);
  }

  static String sealOwn(RequestState states, byte[] payload, byte[] binding) {
    return seal(states, OWN, payload, binding);
  }

  private static String seal(RequestState states, byte what, byte[] payload, byte[] binding) {
    var marked = new byte[payload.length + 1];
    marked[0] = what;
    System.arraycopy(payload, 0, marked, 1, payload.length);
    return states.seal(marked, binding);
  }

  @Nullable String requestState() {
    return requestState;
  }

  byte @Nullable [] state() {
    return state;
  }
}
