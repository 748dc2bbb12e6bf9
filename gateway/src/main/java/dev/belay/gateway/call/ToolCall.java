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
 * A call of a tool that this program makes itself, for a turn.
 *
 * @param tool the name of the tool: as clients know it, or as its server does once that is found
 * @param arguments one JSON object
 * @param client on whose behalf servers are asked, and the name of what asks
 * @param terms what the call must go by
 * @param onStart accepts the call as soon as the governor has accepted it
 * @param onRefusal accepts why there will be no call: a sentence that a model can act on
 */
@SuppressWarnings("ArrayRecordComponent") // Calls are made, never compared.
public record ToolCall(
    String tool,
    byte[] arguments,
    ClientLink client,
    TurnCallPolicy terms,
    Consumer<Call> onStart,
    Consumer<String> onRefusal) {
  /** {@return this call of the tool by the name that its server has for it} */
  public ToolCall named(String own) {
    return own.equals(tool)
        ? this
        : new ToolCall(own, arguments, client, terms, onStart, onRefusal);
  }

  /** {@return the request of the modern era that asks a server for it} */
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

  /** Ends it before it has begun. */
  public void refuse(String why) {
    onRefusal.accept(why);
  }
}
