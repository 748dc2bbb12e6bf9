package dev.belay.cli.remote;

import dev.belay.mcp.envelope.JsonArray;
import dev.belay.mcp.envelope.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A process of a server, as a gateway tells of it.
 *
 * @param upstream the server; empty where the gateway does not say
 * @param calls the ids of the calls that it belongs to
 */
public record RunningProcess(long pid, String command, String upstream, List<String> calls) {
  /** {@return what is left behind on a gateway, as {@code GET /api/calls} tells it} */
  public static List<RunningProcess> leftBehind(byte[] answer) {
    var body = RunningCall.parsed(answer);
    return body == null ? List.of() : list(body, "left_behind");
  }

  /** {@return the processes in that member} */
  static List<RunningProcess> list(@Nullable JsonObject object, String name) {
    var listed = object == null ? null : object.raw(name);
    var items = listed == null ? null : JsonArray.items(listed);
    var processes = new ArrayList<RunningProcess>();
    for (var item : items == null ? List.<byte[]>of() : items) {
      var process = JsonObject.of(item);
      var pid = RunningCall.number(process, "pid");
      if (process != null && pid != null) {
        var upstream = process.text("upstream");
        processes.add(
            new RunningProcess(
                pid.longValue(),
                CallRow.line(String.valueOf(process.text("command"))),
                upstream == null ? "" : CallRow.line(upstream),
                calls(process)));
      }
    }
    return processes;
  }

  private static List<String> calls(JsonObject process) {
    var listed = process.raw("calls");
    var items = listed == null ? null : JsonArray.items(listed);
    var calls = new ArrayList<String>();
    for (var item : items == null ? List.<byte[]>of() : items) {
      var id = JsonObject.empty().set("id", item).text("id");
      if (id != null) {
        calls.add(id);
      }
    }
    return calls;
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
