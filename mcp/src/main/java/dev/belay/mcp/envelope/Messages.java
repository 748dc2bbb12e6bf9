package dev.belay.mcp.envelope;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** Writes whole messages from parts that are valid JSON, on one line each. */
public final class Messages {
  private static final byte[] HEAD = ascii("{\"jsonrpc\":\"2.0\"");
  private static final byte[] ID = ascii(",\"id\":");
  private static final byte[] PARAMS = ascii(",\"params\":");
  private static final byte[] NULL = ascii("null");

  private Messages() {}

  /** Returns a request; without {@code params} if they are null. */
  public static byte[] request(RequestId id, String method, byte @Nullable [] params) {
    return message(id.json(), "method", JsonString.encode(method), params);
  }

  /** Returns a notification; without {@code params} if they are null. */
  public static byte[] notification(String method, byte @Nullable [] params) {
    return message(null, "method", JsonString.encode(method), params);
  }

  /** Returns the answer to a request that succeeded. */
  public static byte[] response(RequestId id, byte[] result) {
    return message(id.json(), "result", result, null);
  }

  /**
   * Returns the answer to a request that failed; the id is null if the request's could not be read.
   */
  public static byte[] error(
      @Nullable RequestId id, int code, String message, byte @Nullable [] data) {
    var error = new ByteArrayOutputStream();
    error.writeBytes(ascii("{\"code\":" + code + ",\"message\":"));
    error.writeBytes(JsonString.encode(message));
    if (data != null) {
      error.writeBytes(ascii(",\"data\":"));
      error.writeBytes(data);
    }
    error.write('}');
    return message(id == null ? NULL : id.json(), "error", error.toByteArray(), null);
  }

  /** Returns the answer to a request that failed, without data. */
  public static byte[] error(@Nullable RequestId id, ErrorCode code, String message) {
    return error(id, code.code(), message, null);
  }

  /** Returns the answer to a line that was not a message. */
  public static byte[] error(MalformedEnvelope malformed) {
    String message = malformed.getMessage();
    return error(malformed.id(), malformed.code(), message == null ? "" : message);
  }

  private static byte[] message(
      byte @Nullable [] id, String key, byte[] value, byte @Nullable [] params) {
    var named = ascii(",\"" + key + "\":");
    int size =
        HEAD.length
            + (id == null ? 0 : ID.length + id.length)
            + named.length
            + value.length
            + (params == null ? 0 : PARAMS.length + params.length)
            + 1;
    // Into an array of exactly that size: a result may be long, and is copied once.
    var out = ByteBuffer.allocate(size).put(HEAD);
    if (id != null) {
      out.put(ID).put(id);
    }
    out.put(named).put(value);
    if (params != null) {
      out.put(PARAMS).put(params);
    }
    return out.put((byte) '}').array();
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }
}
