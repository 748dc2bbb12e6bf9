package dev.belay.gateway.call;

import dev.belay.core.call.Call;
import dev.belay.core.turn.TurnCallPolicy;
import dev.belay.mcp.envelope.Envelope;
import dev.belay.mcp.envelope.JsonString;
import dev.belay.mcp.envelope.Messages;
import dev.belay.mcp.envelope.RequestId;
import dev.belay.mcp.era.ModernMeta;
import dev.belay.mcp.session.ClientLink;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;

/**
 * A call that this program makes itself, for a turn.
 *
 * @param tool the name of the tool: as clients know it, or its server's own name once that is
 *     resolved
 * @param arguments one JSON object
 * @param client the client on whose behalf servers are called
 * @param terms the terms of the call within its turn
 * @param onStart receives the call as soon as the governor has accepted it
 * @param onRefusal receives the reason if there will be no call: a sentence that a model can act on
 */
@SuppressWarnings("ArrayRecordComponent") // Never compared.
public record ToolCall(
    String tool,
    byte[] arguments,
    ClientLink client,
    TurnCallPolicy terms,
    Consumer<Call> onStart,
    Consumer<String> onRefusal) {
  /** {@return this call with the server's own name of the tool} */
  public ToolCall named(String own) {
    return own.equals(tool)
        ? this
        : new ToolCall(own, arguments, client, terms, onStart, onRefusal);
  }

  /** {@return the name of the agent whose turn makes the call; empty for none} */
  public String agent() {
    var agent = terms.caller().agentId();
    return agent == null ? "" : agent;
  }

  /** {@return the request of the modern era for it} */
  public Envelope request() {
    var params =
        "{\"name\":"
            + JsonString.quote(tool)
            + ",\"arguments\":"
            + new String(arguments, StandardCharsets.UTF_8)
            + ",\"_meta\":{"
            + ModernMeta.MEMBERS
            + "}}";
    return Envelope.parseOwn(
        Messages.request(RequestId.of(1), "tools/call", params.getBytes(StandardCharsets.UTF_8)));
  }

  /** Refuses it before it has begun. */
  public void refuse(String why) {
    onRefusal.accept(why);
  }
}
