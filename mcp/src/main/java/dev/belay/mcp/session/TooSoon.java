package dev.belay.mcp.session;

import dev.belay.mcp.envelope.Envelope;
import dev.belay.mcp.envelope.ErrorCode;
import dev.belay.mcp.envelope.Member;
import dev.belay.mcp.envelope.Messages;
import dev.belay.mcp.envelope.TextResult;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/**
 * A request that was not begun because of too many before it.
 *
 * @param why a sentence that a person and a model can act on
 * @param again when the next one may come
 */
public record TooSoon(Envelope request, String why, Duration again) {
  /**
   * Why a call may not begin yet, independent of the request for it.
   *
   * @param why a sentence that a person and a model can act on
   * @param again when the next one may come
   */
  public record Pause(String why, Duration again) {
    /** {@return the refusal of a request for the call} */
    public TooSoon of(Envelope request) {
      return new TooSoon(request, why, again);
    }
  }

  private static final int LEGACY_BUSY = -32_000;

  private static final byte[] META =
      "{\"dev.belay/outcome\":{\"outcome\":\"refused\",\"detail\":\"rate limit\"}}"
          .getBytes(StandardCharsets.UTF_8);

  /** {@return {@link #again} in whole seconds, rounded up, as in {@code Retry-After}} */
  public long seconds() {
    return Math.max(1, again.plusNanos(999_999_999).toSeconds());
  }

  /**
   * {@return the answer for transports without a status: as the result of a call, otherwise an
   * error}
   */
  public byte[] answer() {
    // The code for a busy server belongs to the legacy era alone (C26).
    boolean isModern = request.has(Member.META_PROTOCOL_VERSION);
    return request.method().equals("tools/call")
        ? result()
        : error(isModern ? ErrorCode.INTERNAL_ERROR.code() : LEGACY_BUSY);
  }

  /** Returns it as a tool's result, which a model reads. */
  private byte[] result() {
    var result = TextResult.error(why).meta(META);
    if (request.has(Member.META_PROTOCOL_VERSION)) {
      result.complete();
    }
    return Messages.response(request.requireId(), result.json());
  }

  /** {@return the answer as an error of the protocol, for a transport that uses a status} */
  public byte[] error(int code) {
    return Messages.error(request.requireId(), code, why, null);
  }
}
