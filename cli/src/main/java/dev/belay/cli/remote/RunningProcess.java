package dev.belay.cli.remote;

import dev.belay.mcp.envelope.JsonObject;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A process of a server, as a gateway tells of it.
 *
 * @param upstream the server; empty where the gateway does not say
 * @param calls the ids of the calls that it belongs to
 */
public record RunningProcess(long pid, String command, String upstream, List<String> calls) {
  /** {@return what is left behind on a gateway, as {@code GET /api/calls} tells it} */
  public static List<RunningProcess> leftBehind(byte[] answer) {
    return list(Fields.of(answer), "left_behind");
  }

  /** {@return the processes in that member} */
  static List<RunningProcess> list(Fields fields, String name) {
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

  private static List<String> calls(Fields process) {
    var items = process.items("calls");
    return (items == null ? List.<byte[]>of() : items)
        .stream()
            .map(item -> new Fields(JsonObject.empty().set("id", item)).text("id"))
            .filter(id -> !id.isEmpty())
            .toList();
  }

  /** {@return it as one line: what it is, whose, of which calls, and what ends it} */
  public String line() {
    var ids = calls.stream().map(id -> CallRow.line(RunningCall.brief(id))).toList();
    return "%s (%d) of %s, calls %s; belay cancel --processes %s"
        .formatted(
            command, pid, upstream, String.join(", ", ids), ids.isEmpty() ? "ID" : ids.getFirst());
  }

  /** {@return them in one line: {@code sleep (4711), node (4712)}} */
  static String text(List<RunningProcess> processes) {
    return processes.stream()
        .map(one -> one.command + " (" + one.pid + ")")
        .collect(Collectors.joining(", "));
  }
}
