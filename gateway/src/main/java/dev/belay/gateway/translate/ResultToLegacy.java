package dev.belay.gateway.translate;

import dev.belay.mcp.envelope.Envelope;
import dev.belay.mcp.envelope.JsonObject;

/**
 * Makes what a modern server answered, if it is complete, fit for a legacy client: what only the
 * modern era knows goes, and what a tool returns is an object (MCP 2025-11-25 §tools).
 *
 * <p>A result that is a question is read with {@link InputRequiredResult} instead.
 */
public final class ResultToLegacy {
  private ResultToLegacy() {}

  /**
   * Returns the answer to a request of that method; an error stays as it is.
   *
   * @param wrapped for a call: whether the tool is one of {@link OutputSchemaTranslation#wrapped}
   */
  public static Envelope of(String method, Envelope response, boolean wrapped) {
    var result = response.result();
    return result == null
        ? response
        : response.withResult(result(method, result.of(response.bytes()), wrapped));
  }

  /** Returns the result of a request of that method; what is no object stays as it is. */
  public static byte[] result(String method, byte[] result, boolean wrapped) {
    var object = JsonObject.of(result);
    if (object == null) {
      return result;
    }
    object.remove(ResultType.KEY);
    if (Caching.isSaidBy(method)) {
      Caching.strip(object);
    }
    Meta.strip(object, Meta.SERVER_INFO);
    switch (method) {
      case "tools/list" -> OutputSchemaTranslation.wrapAll(object);
      case "tools/call" -> StructuredContent.toLegacy(object, wrapped);
      default -> {}
    }
    return object.json();
  }
}
