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
 * What a server lets its client carry from one round of a request to the next, sealed so that only
 * this server could have written it (MCP 2026-07-28 §mrtr: {@code requestState} is the client's).
 *
 * <p>A state names when it ends and what it belongs to: with another principal, method or arguments
 * it is as good as forged. It is signed, not hidden: put nothing secret in it. Nothing is
 * remembered, so one state can be used until it expires.
 *
 * <p>Safe for use by many threads.
 */
public final class RequestState {
  /** Longer than any that is sealed here; what a client makes up is not even decoded. */
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
   * Seals with a key that several servers may share.
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

  /** {@return seals that no other process can open, this one's next run included} */
  public static RequestState withRandomKey(Duration lifetime, LongSupplier nowMillis) {
    var key = new byte[KEY_BYTES];
    new SecureRandom().nextBytes(key);
    return new RequestState(key, lifetime, nowMillis);
  }

  /** {@return what the states of a request belong to: who asks what, of which, with what} */
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

  /** {@return a digest of all that a state is to belong to: the principal, method, arguments} */
  static byte[] binding(byte[]... parts) {
    try {
      var digest = MessageDigest.getInstance("SHA-256");
      for (var part : parts) {
        // With its length first, so that no two lists of parts read the same.
        digest.update(ByteBuffer.allocate(Integer.BYTES).putInt(part.length).flip());
        digest.update(part);
      }
      return digest.digest();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }

  /**
   * Writes a state in base64url.
   *
   * @param payload what is to come back
   * @param binding what {@link #open} has to be given again
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

  /** Reads a state that a client sent, be it what it may. */
  public OpenedState open(String state, byte[] binding) {
    var bytes = decode(state);
    if (bytes.length < HEAD_BYTES + MAC_BYTES || bytes[0] != VERSION) {
      return new OpenedState.Forged();
    }
    var all = ByteBuffer.wrap(bytes);
    var signed = new byte[bytes.length - MAC_BYTES];
    var mac = new byte[MAC_BYTES];
    all.get(signed).get(mac);
    if (!MessageDigest.isEqual(mac, mac(signed, binding))) { // takes as long, wherever they differ
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

  /** Empty for what is no base64url to the letter: the decoder ignores bits that are left over. */
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
