package dev.belay.testkit.fault;

import dev.belay.testkit.json.Json;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.locks.ReentrantLock;

/** The server's stdout: whole lines, one writer at a time. */
final class Wire {
  private final OutputStream out = new FileOutputStream(FileDescriptor.out);
  private final OutputStream err = new FileOutputStream(FileDescriptor.err);
  // Held over the write: a client that does not read is meant to hold up every answer.
  private final ReentrantLock turn = new ReentrantLock();

  /** Writes {@code text} and the end of the line as they are. */
  void line(String text) {
    filledLine("", 0, text);
  }

  /** Writes {@code before}, the letter x {@code filler} times, {@code after} and the line's end. */
  void filledLine(String before, long filler, String after) {
    var piece = "x".repeat((int) Math.min(filler, 64 * 1024)).getBytes(StandardCharsets.UTF_8);
    var end = (after + "\n").getBytes(StandardCharsets.UTF_8);
    turn.lock();
    try {
      out.write(before.getBytes(StandardCharsets.UTF_8));
      for (var left = filler; left > 0; left -= piece.length) {
        out.write(piece, 0, (int) Math.min(left, piece.length));
      }
      out.write(end);
    } catch (IOException _) {
      // The reader is gone; the end of stdin tells this server so.
    } finally {
      turn.unlock();
    }
  }

  /** Writes a line to stderr, also while stdout is stuck. */
  void complain(String text) {
    try {
      err.write((text + "\n").getBytes(StandardCharsets.UTF_8));
    } catch (IOException _) {
      // Nobody listens.
    }
  }

  void result(Json id, String result) {
    line("{\"jsonrpc\":\"2.0\",\"id\":" + id.raw() + ",\"result\":" + result + "}");
  }

  void error(Json id, int code, String message, String moreMembers) {
    line(
        "{\"jsonrpc\":\"2.0\",\"id\":"
            + (id.present() ? id.raw() : "null")
            + ",\"error\":{\"code\":"
            + code
            + ",\"message\":"
            + Json.quote(message)
            + moreMembers
            + "}}");
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
}
