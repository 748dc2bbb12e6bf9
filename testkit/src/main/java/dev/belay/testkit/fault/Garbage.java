package dev.belay.testkit.fault;

import dev.belay.testkit.json.Json;

/** Tools that write what no client should have to read. */
final class Garbage {
  private static final long GIANT = 11L * 1024 * 1024;

  private Garbage() {}

  static void run(Fault fault, Call call, Server server) {
    var wire = server.wire;
    switch (fault) {
      case FLOOD_NOTIFICATIONS -> {
        for (var i = 1L; i <= call.number("count", 10_000); i++) {
          wire.notification(
              "notifications/message", "{\"level\":\"info\",\"data\":\"flood " + i + "\"}");
        }
        call.answer("flooded");
      }
      case FLOOD_PROGRESS -> {
        var count = call.number("count", 10_000);
        for (var i = 1L; i <= count; i++) {
          call.progress(i, count, "flood " + i);
        }
        call.answer("flooded");
      }
      case GIANT_LINE -> call.answerWithFiller(call.number("bytes", GIANT));
      case INVALID_JSON -> {
        wire.line("{\"jsonrpc\":\"2.0\",\"id\":" + call.id.raw() + ",\"result\":{\"content\":[");
        answerIf(call, call.flag("answer", true));
      }
      case WRONG_ID -> {
        wire.result(Json.parse("999999999"), call.textResult("whose is this?"));
        answerIf(call, call.flag("answer", false));
      }
      case STDOUT_NOISE -> {
        for (var line = 1L; line <= call.number("lines", 3); line++) {
          wire.line("npm notice: line " + line + " of noise");
        }
        answerIf(call, call.flag("answer", true));
      }
      case DOUBLE_ANSWER -> {
        call.answer("first");
        call.answer("second");
      }
      case RESULT_NULL -> call.answerRaw("null");
      default -> batch(call, server);
    }
  }

  private static void answerIf(Call call, boolean wanted) {
    if (wanted) {
      call.answer("after the garbage");
    }
  }

  private static void batch(Call call, Server server) {
    if (!server.revision.equals("2025-03-26")) {
      call.answer("batches are of 2025-03-26 only");
      return;
    }
    server.wire.line(
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
