package dev.belay.testbed.fault;

import dev.belay.testkit.json.Json;

/** Destination of messages about one request: whole lines, one writer at a time. */
abstract class Wire {
  /** Writes {@code before}, the letter x {@code filler} times, {@code after} and the line's end. */
  abstract void filledLine(String before, long filler, String after);

  /** Reports that the request was accepted, and that its answer may take a while. */
  void begin() {}

  /** Reports that nothing more belongs to the request, answered or not. */
  void over() {}

  /** Writes {@code text} unchanged, and the end of the line. */
  final void line(String text) {
    filledLine("", 0, text);
  }

  final void result(Json id, String result) {
    line("{\"jsonrpc\":\"2.0\",\"id\":" + id.raw() + ",\"result\":" + result + "}");
  }

  /** Writes a result as the only message of the request. */
  final void answer(Json id, String result) {
    result(id, result);
    over();
  }

  /** Writes an error as the only message of the request. */
  final void refuse(Json id, int code, String message, String moreMembers) {
    error(code, errorText(id, code, message, moreMembers));
    over();
  }

  /** Writes an error built by {@link #errorText}. */
  void error(int code, String text) {
    line(text);
  }

  void request(String id, String method, String params) {
    line(
        "{\"jsonrpc\":\"2.0\",\"id\":%s,\"method\":%s,\"params\":%s}"
            .formatted(Json.quote(id), Json.quote(method), params));
  }

  void notification(String method, String params) {
    line(notificationText(method, params));
  }

  static String notificationText(String method, String params) {
    return "{\"jsonrpc\":\"2.0\",\"method\":\"" + method + "\",\"params\":" + params + "}";
  }

  static String errorText(Json id, int code, String message, String moreMembers) {
    return "{\"jsonrpc\":\"2.0\",\"id\":"
        + (id.present() ? id.raw() : "null")
        + ",\"error\":{\"code\":"
        + code
        + ",\"message\":"
        + Json.quote(message)
        + moreMembers
        + "}}";
  }
}
