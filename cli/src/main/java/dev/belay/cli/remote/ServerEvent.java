package dev.belay.cli.remote;

import dev.belay.mcp.envelope.JsonObject;

/**
 * One event of a turn, as a gateway tells it.
 *
 * @param type such as {@code tool_start}
 * @param data its fields; none where they cannot be read
 */
public record ServerEvent(String type, JsonObject data) {
  /** {@return that field, as one line that moves no cursor; empty if it is no text} */
  public String line(String name) {
    var text = data.text(name);
    return text == null ? "" : CallRow.line(text);
  }

  /** {@return that field as it is; empty if it is no text} */
  public String text(String name) {
    var text = data.text(name);
    return text == null ? "" : text;
  }

  /** {@return that field in milliseconds; 0 if it is no number} */
  public long millis(String name) {
    var number = RunningCall.number(data, name);
    return number == null ? 0 : Math.max(0, number.longValue());
  }

  /** {@return whether nothing comes after it} */
  public boolean isLast() {
    return type.equals("turn_complete") || type.equals("turn_abort");
  }
}
