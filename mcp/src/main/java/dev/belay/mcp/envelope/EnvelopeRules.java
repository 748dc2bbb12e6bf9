package dev.belay.mcp.envelope;

import dev.belay.mcp.envelope.Envelope.Located;
import org.jspecify.annotations.Nullable;

/**
 * The conditions under which a JSON object is a JSON-RPC message of MCP (JSON-RPC 2.0 §4–5, MCP
 * §messages).
 */
final class EnvelopeRules {
  private EnvelopeRules() {}

  /** Returns the fault of the message, or null if there is none. */
  static @Nullable String fault(byte[] bytes, Located located, Bounds bounds) {
    Span version = located.get(Member.JSONRPC);
    if (version == null || !isText(bytes, version, "2.0")) {
      return "\"jsonrpc\" must be \"2.0\"";
    }
    Span method = located.get(Member.METHOD);
    Span error = located.get(Member.ERROR);
    boolean result = located.has(Member.RESULT);
    if (method == null && error == null && !result) {
      return "it has no \"method\", \"result\" or \"error\" (keys are case-sensitive)";
    }
    if ((method != null && (error != null || result)) || (error != null && result)) {
      return "only one of \"method\", \"result\" and \"error\" may be there";
    }
    if (method != null && !method.isString(bytes)) {
      return "\"method\" must be a string";
    }
    if (error != null && !error.isObject(bytes)) {
      return "\"error\" must be an object";
    }
    String idFault = idFault(bytes, located, bounds);
    return idFault != null ? idFault : paramsFault(bytes, located, bounds);
  }

  private static @Nullable String idFault(byte[] bytes, Located located, Bounds bounds) {
    Span id = located.get(Member.ID);
    if (id == null) {
      return located.has(Member.RESULT) ? "a result needs an \"id\"" : null;
    }
    if (id.isNull(bytes) && located.has(Member.ERROR)) {
      return null; // the answer to a request whose id could not be read
    }
    if (!id.isString(bytes) && !id.isNumber(bytes)) {
      return "\"id\" must be a string or a number";
    }
    return id.length() > bounds.idBytes() ? "\"id\" is too long" : null;
  }

  private static @Nullable String paramsFault(byte[] bytes, Located located, Bounds bounds) {
    Span params = located.get(Member.PARAMS);
    if (params != null && !params.isObject(bytes) && !params.isNull(bytes)) {
      return "\"params\" must be an object";
    }
    Span meta = located.get(Member.PARAMS_META);
    if (meta != null && !meta.isObject(bytes) && !meta.isNull(bytes)) {
      return "\"params._meta\" must be an object";
    }
    Span token = located.get(Member.META_PROGRESS_TOKEN);
    return token != null && token.length() > bounds.idBytes()
        ? "\"progressToken\" is too long"
        : null;
  }

  /** Returns the id of a possibly faulty message, or null if there is any doubt about it. */
  static @Nullable RequestId readableId(byte[] bytes, Located located, Bounds bounds) {
    Span id = located.get(Member.ID);
    return id == null || located.isRepeated(Member.ID) || id.length() > bounds.idBytes()
        ? null
        : RequestId.read(bytes, id);
  }

  /** Returns the likely kind of a possibly faulty message, or null if it is unclear. */
  static @Nullable Kind likelyKind(Located located) {
    boolean result = located.has(Member.RESULT);
    boolean error = located.has(Member.ERROR);
    if (located.has(Member.METHOD)) {
      return result || error ? null : located.has(Member.ID) ? Kind.REQUEST : Kind.NOTIFICATION;
    }
    return result ? Kind.RESPONSE : error ? Kind.ERROR : null;
  }

  private static boolean isText(byte[] bytes, Span span, String text) {
    return span.isString(bytes) && JsonString.decode(bytes, span).equals(text);
  }
}
