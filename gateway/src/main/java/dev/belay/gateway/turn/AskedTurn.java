package dev.belay.gateway.turn;

import dev.belay.core.call.Caller;
import dev.belay.core.turn.TurnId;
import dev.belay.core.turn.TurnRequest;
import dev.belay.mcp.envelope.JsonObject;
import dev.belay.mcp.envelope.JsonString;
import dev.belay.mcp.envelope.NotJson;
import dev.belay.mcp.envelope.Slices;
import dev.belay.mcp.envelope.Span;
import java.nio.charset.StandardCharsets;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The body of {@code POST /api/turns}.
 *
 * @param limit how long all of it may take; null where it does not say, zero is without limit
 * @param tools what is to be called, in order: at least one
 */
record AskedTurn(
    String agent,
    String session,
    @Nullable TurnId parent,
    @Nullable Path workspace,
    List<Path> allowedRoots,
    int depth,
    @Nullable Duration limit,
    List<AskedTool> tools) {
  /** More calls are no message of a model. */
  static final int MOST = 1_000;

  private static final Set<String> KNOWN =
      Set.of(
          "agentId",
          "sessionId",
          "parentTurnId",
          "workspace",
          "allowedRoots",
          "depth",
          "timeoutMs",
          "toolUses");

  /**
   * Reads a body.
   *
   * @throws InvalidTurn if it asks for no turn; the message says what is wrong, and where
   */
  static AskedTurn of(byte[] body) throws InvalidTurn {
    var object = object(body);
    for (var name : object.names()) {
      if (!KNOWN.contains(name)) {
        throw new InvalidTurn(name + " is unknown; there are " + String.join(", ", sorted()));
      }
    }
    var parent = optional(object, "parentTurnId");
    var workspace = optional(object, "workspace");
    return new AskedTurn(
        required(object, "agentId"),
        required(object, "sessionId"),
        parent == null ? null : new TurnId(parent),
        workspace == null ? null : path(workspace, "workspace"),
        roots(object),
        Math.toIntExact(Math.min(1_000, number(object, "depth", 0))),
        object.has("timeoutMs") ? Duration.ofMillis(number(object, "timeoutMs", 0)) : null,
        tools(object));
  }

  private static List<String> sorted() {
    return KNOWN.stream().sorted().toList();
  }

  private static JsonObject object(byte[] body) throws InvalidTurn {
    try {
      var object = body.length == 0 ? null : JsonObject.of(body, Slices.value(body));
      if (object == null) {
        throw new InvalidTurn("the body is no JSON object");
      }
      return object;
    } catch (NotJson e) {
      throw new InvalidTurn("the body is no JSON: " + e.getMessage());
    }
  }

  private static String required(JsonObject object, String name) throws InvalidTurn {
    var text = optional(object, name);
    if (text == null || text.isBlank()) {
      throw new InvalidTurn(name + " is missing");
    }
    return text;
  }

  private static @Nullable String optional(JsonObject object, String name) throws InvalidTurn {
    var text = object.text(name);
    if (text == null && isThere(object.raw(name))) {
      throw new InvalidTurn(name + " is no text");
    }
    return text == null ? null : Named.checked(text, name);
  }

  private static boolean isThere(byte @Nullable [] raw) {
    return raw != null && raw[0] != 'n';
  }

  private static long number(JsonObject object, String name, long otherwise) throws InvalidTurn {
    var raw = object.raw(name);
    if (raw == null || !isThere(raw)) {
      return otherwise;
    }
    var text = new String(raw, StandardCharsets.UTF_8);
    if (!text.matches("\\d{1,12}")) {
      throw new InvalidTurn(name + " is no whole number from 0 on");
    }
    return Long.parseLong(text);
  }

  private static List<Path> roots(JsonObject object) throws InvalidTurn {
    var raw = object.raw("allowedRoots");
    var roots = new ArrayList<Path>();
    if (raw != null && isThere(raw)) {
      for (var item : items(raw, "allowedRoots")) {
        if (!item.isString(raw)) {
          throw new InvalidTurn("allowedRoots is no list of texts");
        }
        roots.add(path(text(raw, item), "allowedRoots"));
      }
    }
    return roots;
  }

  private static String text(byte[] in, Span at) {
    return JsonString.decode(in, at);
  }

  private static Path path(String text, String name) throws InvalidTurn {
    try {
      return Path.of(text);
    } catch (InvalidPathException e) {
      throw new InvalidTurn(name + " is no path: " + e.getReason());
    }
  }

  private static List<Span> items(byte[] raw, String name) throws InvalidTurn {
    var whole = new Span(0, raw.length);
    if (!whole.isArray(raw)) {
      throw new InvalidTurn(name + " is no list");
    }
    return Slices.items(raw, whole);
  }

  private static List<AskedTool> tools(JsonObject object) throws InvalidTurn {
    var raw = object.raw("toolUses");
    if (raw == null) {
      throw new InvalidTurn("toolUses is missing");
    }
    var items = items(raw, "toolUses");
    if (items.isEmpty() || items.size() > MOST) {
      throw new InvalidTurn(
          "toolUses has " + items.size() + " calls; a turn has from 1 to " + MOST);
    }
    var ids = new HashSet<String>();
    var tools = new ArrayList<AskedTool>();
    for (var item : items) {
      var where = "toolUses[" + tools.size() + "]";
      var tool = AskedTool.of(JsonObject.of(raw, item), where);
      if (!ids.add(tool.id())) {
        throw new InvalidTurn(where + ".id is the id of a call before it; each needs its own");
      }
      tools.add(tool);
    }
    return tools;
  }

  /**
   * {@return the turn that it asks for, on behalf of that principal}
   *
   * @param most how long it may take at most, and where it does not say; zero is without limit
   */
  TurnRequest request(String principal, Duration most) {
    return new TurnRequest(
        agent,
        session,
        new Caller(principal, agent, session, workspace, allowedRoots, depth, null),
        parent,
        limit == null ? most : narrower(limit, most));
  }

  /** A wish is granted as far as the configuration goes (C28). */
  private static Duration narrower(Duration wish, Duration most) {
    boolean isMore = wish.isZero() || wish.compareTo(most) > 0;
    return isMore && !most.isZero() ? most : wish;
  }
}
