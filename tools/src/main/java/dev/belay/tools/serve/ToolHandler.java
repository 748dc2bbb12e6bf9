package dev.belay.tools.serve;

import dev.belay.core.call.Caller;
import dev.belay.core.call.Payload;
import dev.belay.mcp.envelope.ErrorCode;
import dev.belay.mcp.envelope.TimeoutHint;
import dev.belay.mcp.era.Era;
import dev.belay.mcp.era.Revision;
import dev.belay.mcp.input.PendingInputs;
import dev.belay.mcp.server.Exchange;
import dev.belay.mcp.server.Handler;
import dev.belay.mcp.server.InputRequired;
import dev.belay.mcp.server.RequestFailed;
import dev.belay.tools.call.ClientCannotAnswerException;
import dev.belay.tools.declare.NativeTool;
import dev.belay.tools.result.ResultVersion;
import dev.belay.tools.run.Client;
import dev.belay.tools.run.ToolEnd;
import dev.belay.tools.run.ToolRequest;

/**
 * Handles the calls of one tool: a request starts a call, or returns to one with answers.
 *
 * <p>Safe for use by many threads.
 */
final class ToolHandler implements Handler {
  private final NativeTool declared;
  private final HostedTools host;

  ToolHandler(NativeTool declared, HostedTools host) {
    this.declared = declared;
    this.host = host;
  }

  @Override
  public byte[] handle(Exchange exchange)
      throws RequestFailed, InputRequired, InterruptedException {
    var state = exchange.state();
    if (state == null && exchange.era() == Era.MODERN) {
      // Before anything runs, since over HTTP a late error has no status of its own.
      for (var need : declared.declaration().needs()) {
        exchange.require(need.split("\\.", -1));
      }
    }
    return state == null ? begin(exchange) : comeBack(exchange, state);
  }

  private byte[] comeBack(Exchange exchange, byte[] state)
      throws RequestFailed, InputRequired, InterruptedException {
    return switch (host.inputs().find(state)) {
      case PendingInputs.Found.Nothing<ServedCall.Round>(String why) ->
          throw RequestFailed.invalidParams(why);
      case PendingInputs.Found.Parked<ServedCall.Round> parked -> {
        var call = parked.input().first().call();
        try (var round = ServedCall.Round.begin(call, exchange, host)) {
          if (!parked.resume(round, exchange::inputResponse)) {
            throw RequestFailed.invalidParams(PendingInputs.OVER);
          }
          yield answer(round);
        }
      }
    };
  }

  private byte[] begin(Exchange exchange)
      throws RequestFailed, InputRequired, InterruptedException {
    var terms = host.terms();
    var tool = host.configured(declared);
    var joined = host.calls().joined(exchange, tool.declaration());
    if (joined != null) {
      return joined;
    }
    var session = exchange.era() == Era.LEGACY ? exchange.client().id() : null;
    var request =
        ToolRequest.of(exchange.arguments())
            .by(Caller.of(exchange.principal(), session).named(exchange.clientName()))
            .wishing(TimeoutHint.ofParams(exchange.params()))
            .in(version(exchange.revision(), terms.strict()))
            .endingWithin(terms.grace());
    var call = new ServedCall(exchange, host);
    try (var round = call.first()) {
      var run = host.start(tool, asked(exchange, tool, request, call), call);
      call.began(run);
      return answer(round);
    }
  }

  private ToolRequest asked(
      Exchange exchange, NativeTool tool, ToolRequest request, Client client) {
    var declaration = tool.declaration();
    return host.calls()
        .asked(declaration, request)
        .behind(host.calls().before(exchange, declaration, client));
  }

  private static ResultVersion version(Revision revision, boolean strict) {
    return strict && revision.compareTo(Revision.V2025_11_25) < 0
        ? ResultVersion.V1
        : ResultVersion.V2;
  }

  private byte[] answer(ServedCall.Round round)
      throws RequestFailed, InputRequired, InterruptedException {
    return switch (round.await()) {
      case ServedCall.RoundEnd.Ended(ToolEnd how) -> answer(round.exchange(), how);
      case ServedCall.RoundEnd.HandedOff(Payload told) -> told.bytes();
    };
  }

  private byte[] answer(Exchange exchange, ToolEnd end) throws RequestFailed {
    if (exchange.era() == Era.MODERN
        && end.thrown() instanceof ClientCannotAnswerException e
        && !e.missing().isEmpty()) {
      // A protocol error in the modern era, on which a client can act (MCP 2026-07-28 §errors).
      exchange.require(e.missing().toArray(String[]::new));
    }
    var error = host.terms().errors().error(end.result());
    if (error != null) {
      throw new RequestFailed(ErrorCode.INTERNAL_ERROR, error);
    }
    return end.json();
  }
}
