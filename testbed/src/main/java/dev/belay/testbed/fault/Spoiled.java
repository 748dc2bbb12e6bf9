package dev.belay.testbed.fault;

import dev.belay.testkit.json.Json;
import java.util.List;

/**
 * An answer for a fault to spoil: the regular messages, and the connection to the client.
 *
 * @param reply to write to
 * @param lines the messages, of which the last is the answer
 * @param arguments of the call, if it is one
 * @param headers header lines of the answer
 */
record Spoiled(Reply reply, List<String> lines, Json arguments, List<String> headers) {
  /** {@return the answer; empty if there is none} */
  String answer() {
    return lines.isEmpty() ? "" : lines.getLast();
  }

  /** {@return the header lines for {@link Reply}} */
  String[] headerLines() {
    return headers.toArray(String[]::new);
  }

  void status(int status, String... more) {
    reply.whole(status, "", "", more);
  }

  /** Does nothing until the client leaves. */
  void stall() {}

  /** Ends the stream to the client without closing the connection. */
  void halfClose() {
    reply.halfClose();
  }

  /** Closes the connection at once; earlier output may be lost. */
  void reset() {
    reply.reset();
  }
}
