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
 * Shows the tools of one turn: a live line while each waits and runs, and a permanent line at its
 * end. For one thread.
 */
public final class ToolLines {
  private final Display display;
  private final EndLine end;

  /** Names of the tools that have not ended, by id. */
  private final Map<String, String> open = new LinkedHashMap<>();

  /** Decided endings of tools whose result is still to come, by id. */
  private final Map<String, Ending> decided = new HashMap<>();

  /** Creates it without showing anything. */
  public ToolLines(Display display, Terminal terminal) {
    this.display = display;
    end = new EndLine(terminal);
  }

  /** Shows that a call waits to begin. */
  public void waits(String id, String tool) {
    var name = name(id, tool);
    open.put(id, name);
    display.await(id, name + " waits");
  }

  /** {@return whether any tool has not ended} */
  public boolean hasOpen() {
    return !open.isEmpty();
  }

  /** {@return whether the tool has not ended, according to the events so far} */
  boolean isOpen(String id) {
    return open.containsKey(id);
  }

  /** Shows an event of the turn if it is about tools, and ignores others. */
  public void on(ServerEvent event) {
    var id = event.data().text("toolId");
    switch (event.type()) {
      case "tool_start" -> runs(id, event.data().text("toolName"), Duration.ZERO);
      case "tool_progress" -> {
        // The start event was missed, or came late.
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
   * Shows once that a tool has ended, on its event or the answer to the whole turn, whichever comes
   * first.
   *
   * @param words its result, whose beginning is shown if it failed
   */
  void ended(String id, String tool, Ending how, Duration ran, String words) {
    var known = open.remove(id);
    decided.remove(id);
    display.end(id);
    var why = how == Ending.FAILED ? firstLine(words) : "";
    var line = end.of(how, known == null ? name(id, tool) : known, ran, why);
    display.writeColoured(line);
  }

  /** Adds the id only to tell several calls of one tool apart. */
  private String name(String id, String tool) {
    var name = CallRow.line(tool);
    return open.containsValue(name) ? name + " (" + CallRow.line(id) + ")" : name;
  }

  private static String firstLine(String text) {
    return CallRow.line(text.strip().lines().findFirst().orElse(""));
  }
}
