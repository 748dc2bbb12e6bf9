package dev.belay.tools.serve;

import dev.belay.core.call.Caller;
import dev.belay.core.time.Time;
import dev.belay.mcp.envelope.ErrorCode;
import dev.belay.mcp.era.Era;
import dev.belay.mcp.era.Revision;
import dev.belay.mcp.progress.KeepAlive;
import dev.belay.mcp.server.Exchange;
import dev.belay.mcp.server.Handler;
import dev.belay.mcp.server.InputRequired;
import dev.belay.mcp.server.RequestFailed;
import dev.belay.tools.call.ClientCannotAnswerException;
import dev.belay.tools.declare.NativeTool;
import dev.belay.tools.result.ErrorMode;
import dev.belay.tools.result.ResultVersion;
import dev.belay.tools.run.ToolEnd;
import dev.belay.tools.run.ToolRequest;
import dev.belay.tools.run.ToolRunner;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Answers the calls of one tool: a request begins a call, or comes back to one with answers.
 *
 * @param lanes null where all calls may run beside each other
 * @param strict whether clients before 2025-11-25 get the frozen form of results (C3)
 * @param keepAlive when a client hears that its call still runs
 */
record ToolHandler(
    NativeTool tool,
    ToolRunner runner,
    ParkedCalls parked,
    @Nullable LanesByPrincipal lanes,
    ErrorMode errors,
    boolean strict,
    Time time,
    KeepAlive keepAlive)
    implements Handler {
  @Override
  public byte[] handle(Exchange exchange)
      throws RequestFailed, InputRequired, InterruptedException {
    var state = exchange.state();
    if (state == null && exchange.era() == Era.MODERN) {
      // Before anything runs, since an answer that comes late has no status of its own over HTTP.
      for (var need : tool.declaration().needs()) {
        exchange.require(need.split("\\.", -1));
      }
    }
    return answer(exchange, (state == null ? begin(exchange) : comeBack(state)).await(exchange));
  }

  private ServedCall comeBack(byte[] state) throws RequestFailed {
    var call = parked.take(new String(state, StandardCharsets.US_ASCII));
    if (call == null) {
      throw RequestFailed.invalidParams(
          "The call that this requestState belongs to is over. Call again without it.");
    }
    return call;
  }

  private ServedCall begin(Exchange exchange) {
    var principal = exchange.principal();
    var request =
        ToolRequest.of(exchange.arguments())
            .by(Caller.of(principal, null))
            .wishing(Wish.of(exchange.params()))
            .in(version(exchange.revision()));
    var call = new ServedCall(exchange, parked, new ProgressReport(time, keepAlive));
    if (lanes == null) {
      call.began(runner.start(tool, request, call));
    } else {
      var run = runner.start(tool, request.beside(lanes.enter(principal)), call);
      run.onEnd(_ -> lanes.leave(principal));
      call.began(run);
    }
    return call;
  }

  private ResultVersion version(Revision revision) {
    return strict && revision.compareTo(Revision.V2025_11_25) < 0
        ? ResultVersion.V1
        : ResultVersion.V2;
  }

  private byte[] answer(Exchange exchange, ToolEnd end) throws RequestFailed {
    if (exchange.era() == Era.MODERN
        && end.thrown() instanceof ClientCannotAnswerException e
        && !e.missing().isEmpty()) {
      // An error of its own there, which a client can act on (MCP 2026-07-28 §errors).
      exchange.require(e.missing().toArray(String[]::new));
    }
    var error = errors.error(end.result());
    if (error != null) {
      throw new RequestFailed(ErrorCode.INTERNAL_ERROR, error);
    }
    return end.json();
  }
}
