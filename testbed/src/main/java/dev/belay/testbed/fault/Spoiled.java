package dev.belay.testbed.fault;

import dev.belay.testkit.json.Json;
import java.util.List;

/**
 * An answer that is not to arrive as it should: the messages that would have, and the way to the
 * client.
 *
 * @param reply where to write
 * @param lines the messages, of which the last is the answer
 * @param arguments those of the call, if it is one
 * @param headers header lines that the answer carries
 */
record Spoiled(Reply reply, List<String> lines, Json arguments, List<String> headers) {
  /** {@return the answer, or an empty text if there is none} */
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

  /** Closes the connection at once; what was written before may be lost. */
  void reset() {
    reply.reset();
  }
}
