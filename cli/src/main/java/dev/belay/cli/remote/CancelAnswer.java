package dev.belay.cli.remote;

import dev.belay.mcp.envelope.JsonObject;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a gateway says that a cancel did, for people.
 *
 * @param ended whether this is what ended the call
 * @param stopped how far stopping its work went; null where the gateway does not know
 * @param killed what processes were ended
 * @param leftBehind what processes live on
 */
public record CancelAnswer(
    boolean ended,
    @Nullable String stopped,
    List<RunningProcess> killed,
    List<RunningProcess> leftBehind) {
  static CancelAnswer of(@Nullable JsonObject answer) {
    return answer == null
        ? new CancelAnswer(false, null, List.of(), List.of())
        : new CancelAnswer(
            answer.isTrue("cancelled"),
            answer.text("stopped"),
            RunningProcess.list(answer, "killed"),
            RunningProcess.list(answer, "left_behind"));
  }

  /** {@return it in lines; the first has no subject, which is the call} */
  public List<String> lines(String id) {
    var lines = new ArrayList<String>();
    lines.add(ended ? "cancelled: " + became() : "had ended already");
    if (!killed.isEmpty()) {
      lines.add("  ended: " + RunningProcess.text(killed));
    }
    if (!leftBehind.isEmpty()) {
      lines.add(
          "  left behind, as a call that completed may want it: "
              + RunningProcess.text(leftBehind)
              + "; to end it: belay cancel --processes "
              + id);
    }
    return lines;
  }

  private String became() {
    return switch (stopped == null ? "" : stopped) {
      case "not started" -> "it had not begun";
      case "interrupted" -> "it has ended";
      case "told" -> "its server was told, and lives";
      case "answered" -> "its server answered all the same; the answer is dropped";
      case "killed" -> "its processes are gone";
      case "retiring" ->
          "its server goes on with it and is being replaced; other calls go on there";
      case "abandoned" -> "its work cannot be stopped, and its result is dropped";
      default -> "its work is still being stopped";
    };
  }
}
