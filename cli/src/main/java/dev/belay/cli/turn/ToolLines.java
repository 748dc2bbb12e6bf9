package dev.belay.cli.turn;

import dev.belay.cli.display.Display;
import dev.belay.cli.display.EndLine;
import dev.belay.cli.display.EndLine.Ending;
import dev.belay.cli.display.Terminal;
import dev.belay.cli.remote.CallRow;
import dev.belay.cli.remote.ServerEvents.ServerEvent;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The tools of one turn as a person sees them: a line that lives while each waits and runs, and one
 * that stays of its end. For one thread.
 */
public final class ToolLines {
  private final Display display;
  private final EndLine end;

  /** What each that has not ended is called, by its id. */
  private final Map<String, String> open = new LinkedHashMap<>();

  /** How those will have ended whose result has not come yet. */
  private final Map<String, Ending> decided = new HashMap<>();

  /** Shows nothing yet. */
  public ToolLines(Display display, Terminal terminal) {
    this.display = display;
    end = new EndLine(terminal);
  }

  /** Shows that a call has not begun. */
  public void waits(String id, String tool) {
    var name = name(id, tool);
    open.put(id, name);
    display.await(id, name + " waits");
  }

  /** {@return whether any has not ended} */
  public boolean hasOpen() {
    return !open.isEmpty();
  }

  /** {@return whether that one has not ended, as far as events told} */
  boolean isOpen(String id) {
    return open.containsKey(id);
  }

  /** Shows what an event of a turn says of its tools; others say nothing here. */
  public void on(ServerEvent event) {
    var id = event.data().text("toolId");
    switch (event.type()) {
      case "tool_start" -> runs(id, event.data().text("toolName"), Duration.ZERO);
      case "tool_progress" -> {
        // Of one whose start was missed, or was heard late.
        if (!open.containsKey(id) || event.data().count("elapsedMs") > 0) {
          runs(
              id,
              event.data().text("toolName"),
              Duration.ofMillis(event.data().count("elapsedMs")));
        }
      }
      case "tool_timeout" -> decided.put(id, Ending.TIMED_OUT);
      case "tool_cancelled" -> decided.put(id, Ending.CANCELLED);
      case "tool_result" -> {
        boolean isError = event.data().is("isError");
        var how = decided.getOrDefault(id, isError ? Ending.FAILED : Ending.DONE);
        ended(
            id,
            event.data().text("toolName"),
            how,
            Duration.ofMillis(event.data().count("durationMs")),
            event.data().text("result"));
      }
      default -> {} // text, and the turn's own beginning and end
    }
  }

  private void runs(String id, String tool, Duration ago) {
    var name = open.computeIfAbsent(id, _ -> name(id, tool));
    display.begin(id, name, ago);
  }

  /**
   * Shows that one has ended, once: as its event says, or the answer to the whole turn, whichever
   * comes first.
   *
   * @param words all that came of it, of which only a failure shows the beginning
   */
  void ended(String id, String tool, Ending how, Duration ran, String words) {
    var known = open.remove(id);
    decided.remove(id);
    display.end(id);
    var why = how == Ending.FAILED ? firstLine(words) : "";
    var line = end.of(how, known == null ? name(id, tool) : known, ran, why);
    display.writeColoured(line);
  }

  /** The id tells calls of one tool apart; without a second one it would only be noise. */
  private String name(String id, String tool) {
    var name = CallRow.line(tool);
    return open.containsValue(name) ? name + " (" + CallRow.line(id) + ")" : name;
  }

  private static String firstLine(String text) {
    return CallRow.line(text.strip().lines().findFirst().orElse(""));
  }
}
