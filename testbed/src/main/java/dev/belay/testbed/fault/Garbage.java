package dev.belay.testbed.fault;

import dev.belay.testkit.json.Json;

/** Tools that write output beyond any client's duty to read. */
final class Garbage {
  /** Longer than the line limit of any client or proxy. */
  static final long GIANT = 11L * 1024 * 1024;

  private Garbage() {}

  static void floodNotifications(Call call) {
    for (var i = 1L; i <= call.number("count", 10_000); i++) {
      call.wire.notification(
          "notifications/message", "{\"level\":\"info\",\"data\":\"flood " + i + "\"}");
    }
    call.answer("flooded");
  }

  static void floodProgress(Call call) {
    var count = call.number("count", 10_000);
    var filler = "x".repeat((int) call.number("bytes", 0));
    for (var i = 1L; i <= count; i++) {
      call.progress(i, count, "flood " + i + filler);
    }
    call.answer("flooded");
  }

  static void invalidJson(Call call) {
    call.wire.line("{\"jsonrpc\":\"2.0\",\"id\":" + call.id.raw() + ",\"result\":{\"content\":[");
    answerIf(call, call.flag("answer", true));
  }

  static void wrongId(Call call) {
    call.wire.result(Json.parse("999999999"), call.textResult("whose is this?"));
    answerIf(call, call.flag("answer", false));
  }

  static void noise(Call call) {
    for (var line = 1L; line <= call.number("lines", 3); line++) {
      call.wire.line("npm notice: line " + line + " of noise");
    }
    answerIf(call, call.flag("answer", true));
  }

  private static void answerIf(Call call, boolean wanted) {
    if (wanted) {
      call.answer("after the garbage");
    }
  }

  static void batch(Call call) {
    if (!call.peer.revision.equals("2025-03-26")) {
      call.answer("batches are of 2025-03-26 only");
      return;
    }
    call.wire.line(
        "["
            + Wire.notificationText(
                "notifications/message", "{\"level\":\"info\",\"data\":\"in a batch\"}")
            + ",{\"jsonrpc\":\"2.0\",\"id\":"
            + call.id.raw()
            + ",\"result\":"
            + call.textResult("batched")
            + "}]");
  }
}
