package dev.belay.gateway.translate;

import dev.belay.mcp.envelope.Envelope;
import dev.belay.mcp.envelope.JsonObject;

/**
 * Translates complete results of a modern server for a legacy client: removes the members of the
 * modern era, and makes structured content an object (MCP 2025-11-25 §tools).
 *
 * <p>A result that asks for input is read with {@link InputRequiredResult} instead.
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

  /** Returns the result of a request of that method; one that is no object stays as it is. */
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
