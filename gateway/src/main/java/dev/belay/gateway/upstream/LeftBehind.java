package dev.belay.gateway.upstream;

import dev.belay.core.call.CallId;
import dev.belay.core.call.CallInfo;
import dev.belay.core.call.ProcessInfo;
import dev.belay.mcp.envelope.JsonText;
import java.util.List;
import java.util.function.Predicate;

/**
 * A process that survives the stop of calls it belongs to, since another of its calls completed and
 * may rely on it (C34).
 *
 * @param upstream the server that started it
 * @param calls the calls it belongs to; the stopped ones first
 */
public record LeftBehind(String upstream, ProcessInfo process, List<CallInfo> calls) {
  /** {@return whether it belongs to this call} */
  public boolean isOf(CallId call) {
    return calls.stream().anyMatch(one -> one.id().equals(call));
  }

  /** {@return it as JSON, with the ids of those calls that may be shown} */
  public JsonText json(Predicate<CallInfo> shown) {
    var ids = calls.stream().filter(shown).map(call -> call.id().toString()).toList();
    return json(process).text("upstream", upstream).texts("calls", ids);
  }

  /** {@return a process as JSON} */
  public static JsonText json(ProcessInfo process) {
    return new JsonText().number("pid", process.pid()).text("command", process.command());
  }
}
