package dev.belay.observe.audit;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.belay.mcp.envelope.JsonObject;
import dev.belay.mcp.envelope.NotJson;
import dev.belay.mcp.envelope.Slices;

/**
 * Hash chain of the lines, each with the hash of its predecessor: to change or remove a line, all
 * later ones must be changed.
 *
 * @param next the number of the next line
 * @param prev the hash of the line before it
 */
record Chain(long next, String prev) {
  static final Chain START = new Chain(1, "0".repeat(64));

  /** {@return the line with its place in the chain, without the line break} */
  String line(String fields) {
    return "{\"seq\":" + next + ",\"prev\":\"" + prev + "\"," + fields.substring(1);
  }

  Chain after(String line) {
    return new Chain(next + 1, Sha256.hex(line.getBytes(UTF_8)));
  }

  /**
   * {@return the chain that continues after {@code line}, the last of a file; START if it is not a
   * line of a chain}
   */
  static Chain following(String line) {
    try {
      var bytes = line.getBytes(UTF_8);
      var object = JsonObject.of(bytes, Slices.value(bytes));
      var sequence = object == null ? null : object.raw("seq");
      return sequence == null
          ? START
          : new Chain(Long.parseLong(new String(sequence, UTF_8)), "").after(line);
    } catch (NotJson | NumberFormatException _) {
      return START;
    }
  }
}
