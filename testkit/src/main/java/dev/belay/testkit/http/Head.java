package dev.belay.testkit.http;

import java.util.ArrayList;
import java.util.List;

/**
 * The start line and the header fields of a message, in the order and the spelling of the wire.
 *
 * @param startLine the request line or the status line
 * @param fields the header fields
 */
public record Head(String startLine, List<Field> fields) {
  /** One header field. */
  public record Field(String name, String value) {}

  /** Makes a defensive copy. */
  public Head {
    fields = List.copyOf(fields);
  }

  /** {@return the head of these lines, the start line first} */
  static Head of(List<String> lines) {
    var fields = new ArrayList<Field>();
    for (var line : lines.subList(1, lines.size())) {
      var colon = line.indexOf(':');
      fields.add(
          colon < 0
              ? new Field(line, "")
              : new Field(line.substring(0, colon), line.substring(colon + 1).strip()));
    }
    return new Head(lines.getFirst(), fields);
  }

  /** {@return the value of the first field of this name, in any case; empty if there is none} */
  public String field(String name) {
    for (var field : fields) {
      if (field.name().equalsIgnoreCase(name)) {
        return field.value();
      }
    }
    return "";
  }

  /** {@return whether there is a field of this name, possibly empty} */
  public boolean has(String name) {
    return fields.stream().anyMatch(field -> field.name().equalsIgnoreCase(name));
  }

  /** {@return the method of a request} */
  public String method() {
    return word(0);
  }

  /** {@return the target of a request, usually a path} */
  public String target() {
    return word(1);
  }

  /** {@return the status of a response; -1 if the start line has none} */
  public int status() {
    try {
      return startLine.startsWith("HTTP/1.") ? Integer.parseInt(word(1)) : -1;
    } catch (NumberFormatException _) {
      return -1;
    }
  }

  /** {@return whether the body is a stream of server-sent events} */
  public boolean isEventStream() {
    return field("Content-Type").startsWith("text/event-stream");
  }

  private String word(int index) {
    var words = startLine.split(" ", -1);
    return index < words.length ? words[index] : "";
  }
}
