package dev.belay.testkit.http;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** Parses events from a stream of bytes split at any place. For one thread. */
public final class SseParser {
  private final Consumer<SseEvent> events;
  private final ByteArrayOutputStream line = new ByteArrayOutputStream();
  private final List<String> data = new ArrayList<>();
  private String type = "";
  private String id = "";
  private String retry = "";
  private boolean anything;
  private boolean afterReturn;

  /** Passes each event to {@code events} with the byte that ends it. */
  public SseParser(Consumer<SseEvent> events) {
    this.events = events;
  }

  /** Parses the first {@code length} bytes of {@code piece}. */
  public void take(byte[] piece, int length) {
    var begin = 0;
    for (var i = 0; i < length; i++) {
      var b = piece[i];
      // CR, LF and CR LF each end a line.
      if (b == '\r' || b == '\n') {
        line.write(piece, begin, i - begin);
        begin = i + 1;
        if (b == '\r' || !afterReturn) {
          endLine();
        }
      }
      afterReturn = b == '\r';
    }
    line.write(piece, begin, length - begin);
  }

  private void endLine() {
    var text = line.toString(StandardCharsets.UTF_8);
    line.reset();
    if (text.isEmpty()) {
      dispatch();
    } else if (text.startsWith(":")) {
      events.accept(new SseEvent(":", "", text.substring(1).strip(), ""));
    } else {
      var colon = text.indexOf(':');
      var value = colon < 0 ? "" : text.substring(colon + 1);
      field(
          colon < 0 ? text : text.substring(0, colon),
          value.startsWith(" ") ? value.substring(1) : value);
    }
  }

  private void field(String name, String value) {
    anything = true;
    switch (name) {
      case "event" -> type = value;
      case "id" -> id = value;
      case "data" -> data.add(value);
      case "retry" -> retry = value;
      default -> {
        // The format demands that other fields are ignored.
      }
    }
  }

  private void dispatch() {
    if (anything) {
      events.accept(
          new SseEvent(type.isEmpty() ? "message" : type, id, String.join("\n", data), retry));
    }
    anything = false;
    data.clear();
    type = "";
    id = "";
    retry = "";
  }
}
