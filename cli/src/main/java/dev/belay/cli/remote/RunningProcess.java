package dev.belay.cli.remote;

import dev.belay.mcp.envelope.JsonObject;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A process of a server, as a gateway reports it.
 *
 * @param upstream the server; empty if the gateway does not report it
 * @param calls the ids of the calls that it belongs to
 */
public record RunningProcess(long pid, String command, String upstream, List<String> calls) {
  /** {@return the processes left behind, from the answer of {@code GET /api/calls}} */
  public static List<RunningProcess> leftBehind(byte[] answer) {
    return list(JsonFields.of(answer), "left_behind");
  }

  /** {@return the processes in the member of that name} */
  static List<RunningProcess> list(JsonFields fields, String name) {
    return fields.list(name).stream()
        .filter(process -> process.number("pid") != null)
        .map(process ->
            new RunningProcess(
                process.count("pid"),
                process.line("command"),
                process.line("upstream"),
                calls(process)))
        .toList();
  }

  private static List<String> calls(JsonFields process) {
    var items = process.items("calls");
    return (items == null ? List.<byte[]>of() : items)
        .stream()
            .map(item -> new JsonFields(JsonObject.empty().set("id", item)).text("id"))
            .filter(id -> !id.isEmpty())
            .toList();
  }

  /** {@return the process as one line: command, server, calls, and the command that ends it} */
  public String line() {
    var ids = calls.stream().map(id -> CallRow.line(RemoteCall.brief(id))).toList();
    return "%s (%d) of %s, calls %s; belay cancel --processes %s"
        .formatted(
            command, pid, upstream, String.join(", ", ids), ids.isEmpty() ? "ID" : ids.getFirst());
  }

  /** {@return the processes in one line: {@code sleep (4711), node (4712)}} */
  static String text(List<RunningProcess> processes) {
    return processes.stream()
        .map(one -> one.command + " (" + one.pid + ")")
        .collect(Collectors.joining(", "));
  }
}
