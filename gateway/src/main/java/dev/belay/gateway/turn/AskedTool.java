package dev.belay.gateway.turn;

import dev.belay.core.name.ShortText;
import dev.belay.gateway.listing.Canonical;
import dev.belay.mcp.envelope.JsonObject;
import dev.belay.mcp.envelope.NotJson;
import dev.belay.mcp.envelope.Slices;
import dev.belay.mcp.envelope.TimeoutHint;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * One entry of {@code toolUses}: a call that a model requests.
 *
 * @param input the arguments: a JSON object without hints to Belay
 * @param hint the limit that its caller requests; zero requests none (C28)
 */
@SuppressWarnings("ArrayRecordComponent") // Calls are run, never compared.
public record AskedTool(String id, String name, byte[] input, Duration hint) {
  /** The maximum number of calls in one message of a model. */
  public static final int MOST = 1_000;

  private static final byte[] NONE = {'{', '}'};

  /** Truncates the name to the reportable length: no tool has a longer one. */
  public AskedTool {
    name = ShortText.name(name);
  }

  /**
   * {@return a call with these arguments, without their hints to Belay}
   *
   * @param input a JSON object
   * @throws InvalidTurn if it is no JSON object, or a name could forge a line of a log
   */
  public static AskedTool of(String id, String name, String input) throws InvalidTurn {
    try {
      var bytes = input.getBytes(StandardCharsets.UTF_8);
      var object = JsonObject.of(bytes, Slices.value(bytes));
      if (object == null) {
        throw new InvalidTurn("the arguments are no JSON object");
      }
      return of(
          Named.checked(id, "its id"), Named.checked(name, "its name"), object, Duration.ZERO);
    } catch (NotJson e) {
      throw new InvalidTurn("the arguments are no JSON: " + e.getMessage());
    }
  }

  /**
   * Reads one entry.
   *
   * @param where its place in the body, for people
   * @throws InvalidTurn if it is no call
   */
  static AskedTool of(@Nullable JsonObject use, String where) throws InvalidTurn {
    if (use == null) {
      throw new InvalidTurn(where + " is no object");
    }
    var id = required(use, "id", where);
    var name = required(use, "name", where);
    var input = use.has("input") ? use.object("input") : JsonObject.empty();
    if (input == null) {
      throw new InvalidTurn(where + ".input is no object");
    }
    var hint = first(hint(use.object("_meta"), "timeout"), hint(use.object("_meta"), "_timeout"));
    return of(id, name, input, hint);
  }

  private static AskedTool of(String id, String name, JsonObject input, Duration said) {
    var hint = first(said, hint(input, "_timeout"));
    input.remove("_timeout");
    var meta = input.object("_meta");
    if (meta != null && meta.has("timeout")) {
      hint = first(hint, hint(meta, "timeout"));
      meta.remove("timeout");
      if (meta.isEmpty()) {
        input.remove("_meta");
      }
    }
    return new AskedTool(id, name, input.isEmpty() ? NONE : input.json(), hint);
  }

  private static String required(JsonObject use, String name, String where) throws InvalidTurn {
    var text = use.text(name);
    if (text == null || text.isEmpty()) {
      throw new InvalidTurn(where + "." + name + " is missing, or no text");
    }
    return Named.checked(text, where + "." + name);
  }

  private static Duration first(Duration one, Duration other) {
    return one.isPositive() ? one : other;
  }

  private static Duration hint(@Nullable JsonObject in, String name) {
    var raw = in == null ? null : in.raw(name);
    return raw == null ? Duration.ZERO : TimeoutHint.of(new String(raw, StandardCharsets.UTF_8));
  }

  /** {@return the arguments in canonical form} */
  String fingerprint() {
    return new String(Canonical.value(input), StandardCharsets.UTF_8);
  }
}
