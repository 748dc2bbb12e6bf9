package dev.belay.cli.turn;

import dev.belay.cli.remote.Fields;
import dev.belay.cli.shell.UsageException;
import dev.belay.mcp.envelope.JsonObject;
import dev.belay.mcp.envelope.NotJson;
import dev.belay.mcp.envelope.Slices;
import java.util.List;

/**
 * A turn as a file has it: the body of {@code POST /api/turns}, with what may be missing there
 * filled in.
 *
 * @param name of the file, for messages
 * @param session under which it is found among those that run
 * @param uses the calls that it asks for, as far as they can be read
 * @param body what is posted
 */
@SuppressWarnings("ArrayRecordComponent") // Posted, never compared.
public record TurnFile(String name, String agent, String session, List<Use> uses, byte[] body) {
  private static final String AGENT = "cli";

  /** One call that is asked for: the model's own name for it, and the tool's. */
  public record Use(String id, String tool) {}

  /**
   * Reads a file. What is in it beside JSON is for the gateway to judge, which knows all rules.
   *
   * @param name of the file, for messages
   * @param freshSession what the session is called if the file does not say
   * @throws UsageException if it is no JSON object; says where it stops being one
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
    return new Fields(object)
        .list("toolUses").stream()
            .filter(use -> use.find("id") != null && use.find("name") != null)
            .map(use -> new Use(use.text("id"), use.text("name")))
            .toList();
  }
}
