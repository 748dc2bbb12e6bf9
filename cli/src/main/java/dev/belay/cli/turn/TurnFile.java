package dev.belay.cli.turn;

import dev.belay.cli.remote.JsonFields;
import dev.belay.cli.shell.UsageException;
import dev.belay.mcp.envelope.JsonObject;
import dev.belay.mcp.envelope.NotJson;
import dev.belay.mcp.envelope.Slices;
import java.util.List;

/**
 * A turn read from a file: the body of {@code POST /api/turns}, with optional members filled in.
 *
 * @param name name of the file, for messages
 * @param session its session, by which it is found among the running turns
 * @param uses the requested calls, as far as they can be read
 * @param body the body to post
 */
@SuppressWarnings("ArrayRecordComponent") // Posted, never compared.
public record TurnFile(String name, String agent, String session, List<Use> uses, byte[] body) {
  private static final String AGENT = "cli";

  /** A requested call: the model's id for it, and the name of the tool. */
  public record Use(String id, String tool) {}

  /**
   * Reads a file. Only the JSON is checked here; the gateway, which knows all rules, checks the
   * rest.
   *
   * @param name name of the file, for messages
   * @param freshSession name of the session if the file gives none
   * @throws UsageException if it is not a JSON object; the message gives the place
   */
  public static TurnFile of(byte[] text, String name, String freshSession) throws UsageException {
    var object = object(text, name);
    var agent = orDefault(object, "agentId", AGENT);
    var session = orDefault(object, "sessionId", freshSession);
    return new TurnFile(name, agent, session, uses(object), object.json());
  }

  private static JsonObject object(byte[] text, String name) throws UsageException {
    try {
      var object = JsonObject.of(text, Slices.value(text));
      if (object != null) {
        return object;
      }
    } catch (NotJson e) {
      throw new UsageException(name + place(text, e.offset()) + ": " + e.getMessage());
    }
    throw new UsageException(
        name + ":1:1: expected an object with toolUses, as POST /api/turns takes it");
  }

  private static String place(byte[] text, int offset) {
    int line = 1;
    int column = 1;
    for (int i = 0; i < Math.min(offset, text.length); i++) {
      boolean isBreak = text[i] == '\n';
      line += isBreak ? 1 : 0;
      column = isBreak ? 1 : column + 1;
    }
    return ":" + line + ":" + column;
  }

  private static String orDefault(JsonObject object, String member, String otherwise) {
    var said = object.text(member);
    if (said == null && !object.has(member)) {
      object.setText(member, otherwise);
      return otherwise;
    }
    return said == null ? "" : said;
  }

  private static List<Use> uses(JsonObject object) {
    return new JsonFields(object)
        .list("toolUses").stream()
            .filter(use -> use.find("id") != null && use.find("name") != null)
            .map(use -> new Use(use.text("id"), use.text("name")))
            .toList();
  }
}
