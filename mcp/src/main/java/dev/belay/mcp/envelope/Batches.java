package dev.belay.mcp.envelope;

import dev.belay.mcp.envelope.JsonScanner.Cursor;
import java.util.ArrayList;
import java.util.List;

/** Several messages in one array, which only MCP 2025-03-26 allows (§batching). */
public final class Batches {
  private Batches() {}

  /** {@return whether the line is an array, and so can only be a batch} */
  public static boolean isBatch(byte[] line) {
    var json = new JsonScanner(line, line.length);
    return json.peek(json.whitespace(0)) == '[';
  }

  /**
   * Returns the messages of a batch, unparsed.
   *
   * @throws MalformedEnvelope if it is not JSON, empty, or longer than the bound
   */
  public static List<byte[]> split(byte[] line, Bounds bounds) throws MalformedEnvelope {
    var members = new ArrayList<byte[]>();
    try {
      var json = new JsonScanner(line, line.length);
      Cursor cursor = Cursor.array(json, json.whitespace(0));
      while (cursor.next()) {
        if (members.size() == bounds.batch()) {
          throw invalid("a batch of more than " + bounds.batch() + " messages");
        }
        members.add(cursor.value().of(line));
      }
      if (json.whitespace(cursor.end()) < line.length) {
        throw new NotJson("not JSON: more than one value", cursor.end());
      }
    } catch (NotJson e) {
      throw new MalformedEnvelope(
          ErrorCode.PARSE_ERROR, "Parse error: " + e.getMessage(), null, null);
    }
    if (members.isEmpty()) {
      throw invalid("an empty batch");
    }
    return members;
  }

  private static MalformedEnvelope invalid(String what) {
    return new MalformedEnvelope(ErrorCode.INVALID_REQUEST, "Invalid request: " + what, null, null);
  }
}
