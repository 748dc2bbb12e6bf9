package dev.belay.gateway.turn;

import dev.belay.core.call.Caller;
import dev.belay.core.turn.TurnId;
import dev.belay.core.turn.TurnRequest;
import dev.belay.mcp.envelope.JsonObject;
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
 * @param limit the requested limit of the turn; null if absent, zero is without limit
 * @param grace how long the turn goes on after its clients have left
 * @param tools the calls, in order: at least one
 */
record AskedTurn(
    String agent,
    String session,
    @Nullable TurnId parent,
    @Nullable Path workspace,
    List<Path> allowedRoots,
    int depth,
    @Nullable Duration limit,
    Duration grace,
    List<AskedTool> tools) {
  private static final Set<String> KNOWN =
      Set.of(
          "agentId",
          "sessionId",
          "parentTurnId",
          "workspace",
          "allowedRoots",
          "depth",
          "timeoutMs",
          "disconnectGraceMs",
          "toolUses");

  /**
   * Reads a body.
   *
   * @throws InvalidTurn if it requests no valid turn; the message names the error and its place
   */
  static AskedTurn of(byte[] bytes) throws InvalidTurn {
    var body = AskedBody.of(bytes, KNOWN);
    var parent = body.optional("parentTurnId");
    return new AskedTurn(
        body.required("agentId"),
        body.required("sessionId"),
        parent == null ? null : new TurnId(parent),
        body.path("workspace"),
        body.paths("allowedRoots"),
        Math.toIntExact(Math.min(1_000, body.number("depth", 0))),
        body.limit(),
        body.grace(),
        tools(body));
  }

  private static List<AskedTool> tools(AskedBody body) throws InvalidTurn {
    var raw = body.raw("toolUses");
    if (raw == null) {
      throw new InvalidTurn("toolUses is missing");
    }
    var items = AskedBody.items(raw, "toolUses");
    if (items.isEmpty() || items.size() > AskedTool.MOST) {
      throw new InvalidTurn(
          "toolUses has " + items.size() + " calls; a turn has from 1 to " + AskedTool.MOST);
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
   * {@return the requested turn, on behalf of that principal}
   *
   * @param most the maximum limit of a turn, and the default; zero is without limit
   */
  TurnRequest request(String principal, Duration most) {
    return new TurnRequest(
        agent,
        session,
        new Caller(principal, agent, session, workspace, allowedRoots, depth, null, null),
        parent,
        AskedBody.granted(limit, most),
        grace);
  }
}
