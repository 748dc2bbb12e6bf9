package dev.belay.mcp.input;

import dev.belay.mcp.envelope.Envelope;
import dev.belay.mcp.envelope.Member;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Base64;
import java.util.function.LongSupplier;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Seals the state that a client carries from one round of a request to the next, so that only this
 * server could have written it (MCP 2026-07-28 §mrtr: {@code requestState} is the client's).
 *
 * <p>A state names its expiry and its binding: with another principal, method or arguments it
 * counts as forged. It is signed, not encrypted: put no secrets in it. Nothing is recorded, so one
 * state can be used until it expires.
 *
 * <p>Safe for use by many threads.
 */
public final class RequestState {
  /** Longer than any state sealed here; longer texts are not even decoded. */
  public static final int LONGEST = 64 * 1024;

  private static final String ALGORITHM = "HmacSHA256";
  private static final byte VERSION = 1;
  private static final int KEY_BYTES = 32;
  private static final int MAC_BYTES = 32;
  private static final int HEAD_BYTES = 1 + Long.BYTES;

  private final SecretKeySpec key;
  private final long lifetimeMillis;
  private final LongSupplier nowMillis;

  /**
   * Creates a seal with a key that several servers may share.
   *
   * @param nowMillis the wall clock
   */
  public RequestState(byte[] key, Duration lifetime, LongSupplier nowMillis) {
    if (key.length < KEY_BYTES) {
      throw new IllegalArgumentException("a key shorter than " + KEY_BYTES + " bytes");
    }
    this.key = new SecretKeySpec(key, ALGORITHM);
    this.lifetimeMillis = lifetime.toMillis();
    this.nowMillis = nowMillis;
  }

  /** {@return a seal that no other process can open, including the next run of this one} */
  public static RequestState withRandomKey(Duration lifetime, LongSupplier nowMillis) {
    var key = new byte[KEY_BYTES];
    new SecureRandom().nextBytes(key);
    return new RequestState(key, lifetime, nowMillis);
  }

  /** {@return the binding of a request's states: principal, method, target, arguments} */
  public static byte[] binding(String principal, Envelope request) {
    return binding(
        principal.getBytes(StandardCharsets.UTF_8),
        request.method().getBytes(StandardCharsets.UTF_8),
        part(request, Member.PARAMS_NAME),
        part(request, Member.PARAMS_URI),
        part(request, Member.PARAMS_ARGUMENTS));
  }

  private static byte[] part(Envelope request, Member member) {
    var raw = request.raw(member);
    return raw == null ? new byte[0] : raw;
  }

  /** {@return a digest of all parts that a state is bound to: the principal, method, arguments} */
  static byte[] binding(byte[]... parts) {
    try {
      var digest = MessageDigest.getInstance("SHA-256");
      for (var part : parts) {
        // Prefixed with its length, so that different lists of parts cannot collide.
        digest.update(ByteBuffer.allocate(Integer.BYTES).putInt(part.length).flip());
        digest.update(part);
      }
      return digest.digest();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }

  /**
   * Seals a payload; returns base64url.
   *
   * @param payload returned by {@link #open}
   * @param binding must be passed to {@link #open} again
   */
  public String seal(byte[] payload, byte[] binding) {
    var signed =
        ByteBuffer.allocate(HEAD_BYTES + payload.length)
            .put(VERSION)
            .putLong(nowMillis.getAsLong() + lifetimeMillis)
            .put(payload)
            .array();
    var state = ByteBuffer.allocate(signed.length + MAC_BYTES);
    return encode(state.put(signed).put(mac(signed, binding)).array());
  }

  /** Opens a state sent by a client, which may be any text. */
  public OpenedState open(String state, byte[] binding) {
    var bytes = decode(state);
    if (bytes.length < HEAD_BYTES + MAC_BYTES || bytes[0] != VERSION) {
      return new OpenedState.Forged();
    }
    var all = ByteBuffer.wrap(bytes);
    var signed = new byte[bytes.length - MAC_BYTES];
    var mac = new byte[MAC_BYTES];
    all.get(signed).get(mac);
    if (!MessageDigest.isEqual(mac, mac(signed, binding))) { // constant time
      return new OpenedState.Forged();
    }
    var head = ByteBuffer.wrap(signed, 1, signed.length - 1);
    if (nowMillis.getAsLong() >= head.getLong()) {
      return new OpenedState.Expired();
    }
    var payload = new byte[head.remaining()];
    head.get(payload);
    return new OpenedState.Valid(payload);
  }

  private byte[] mac(byte[] signed, byte[] binding) {
    try {
      var mac = Mac.getInstance(ALGORITHM);
      mac.init(key);
      mac.update(ByteBuffer.allocate(Integer.BYTES).putInt(binding.length).flip());
      mac.update(binding);
      return mac.doFinal(signed);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every JDK has " + ALGORITHM, e);
    }
  }

  private static String encode(byte[] bytes) {
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }

  /**
   * Returns an empty array unless the text is exact base64url: the decoder ignores leftover bits.
   */
  private static byte[] decode(String state) {
    if (state.length() > LONGEST) {
      return new byte[0];
    }
    try {
      var bytes = Base64.getUrlDecoder().decode(state.getBytes(StandardCharsets.UTF_8));
      return encode(bytes).equals(state) ? bytes : new byte[0];
    } catch (IllegalArgumentException e) {
      return new byte[0];
    }
  }
}
