package dev.belay.gateway.listing;

import dev.belay.mcp.envelope.JsonString;
import dev.belay.mcp.envelope.NotJson;
import dev.belay.mcp.envelope.RawJson;
import dev.belay.mcp.envelope.Slices;
import dev.belay.mcp.envelope.Span;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The pins of one server's tools: accepted definitions, and those that wait to be accepted.
 *
 * <p>Bounded in the total size of definitions and the number of tools, however many a server
 * invents. No pin is ever dropped, else a server could have one forgotten. Not safe for use by
 * several threads.
 */
public final class ServerPins {
  private static final int MOST_TOOLS = 20_000;
  private static final int MOST_BYTES = 16 * 1024 * 1024;

  private static final String SERVER = "server";
  private static final String TOOLS = "tools";
  private static final String HELD = "held";
  private static final String SHA256 = "sha256";
  private static final String DEFINITION = "definition";

  /** Only for pins that are held back. */
  private static final String REFUSED = "refused";

  private final String server;
  private final Map<String, Pin> accepted = new TreeMap<>();
  private final Map<String, Held> held = new TreeMap<>();
  private int bytes;

  ServerPins(String server) {
    this.server = server;
  }

  /** {@return the server's name when the pins were created} */
  public String server() {
    return server;
  }

  /** {@return the accepted pins, by tool} */
  public Map<String, Pin> accepted() {
    return Collections.unmodifiableMap(accepted);
  }

  /** {@return the pins that wait to be accepted, by tool} */
  public Map<String, Held> held() {
    return Collections.unmodifiableMap(held);
  }

  boolean isFull() {
    return accepted.size() >= MOST_TOOLS;
  }

  void accept(String tool, Pin pin) {
    release(tool);
    var before = accepted.remove(tool);
    bytes -= before == null ? 0 : before.size();
    accepted.put(tool, withinBounds(pin));
  }

  void hold(String tool, Held pin) {
    release(tool);
    held.put(tool, new Held(withinBounds(pin.pin()), pin.isRefused()));
  }

  /** Discards the waiting pin: the tool is as accepted again. */
  void release(String tool) {
    var before = held.remove(tool);
    bytes -= before == null ? 0 : before.pin().size();
  }

  /** Accepts the waiting pin of the tool. */
  void acceptHeld(String tool) {
    var waiting = held.get(tool);
    if (waiting != null) {
      accept(tool, waiting.pin());
    }
  }

  private Pin withinBounds(Pin pin) {
    var kept = bytes + pin.size() <= MOST_BYTES ? pin : pin.withoutDefinition();
    bytes += kept.size();
    return kept;
  }

  /**
   * A definition that waits to be accepted.
   *
   * @param isRefused whether the tool is refused without asking, so that only its own name accepts
   *     it
   */
  public record Held(Pin pin, boolean isRefused) {}

  /** {@return the pins as JSON, one tool per line} */
  byte[] write() {
    var out = new ByteArrayOutputStream();
    add(out, "{\"v\":1,\"" + SERVER + "\":" + JsonString.quote(server) + ",\"");
    var all = new TreeMap<String, Held>();
    accepted.forEach((tool, pin) -> all.put(tool, new Held(pin, /* isRefused= */ false)));
    add(out, TOOLS, all);
    add(out, ",\"");
    add(out, HELD, held);
    add(out, "}\n");
    return out.toByteArray();
  }

  private static void add(ByteArrayOutputStream out, String name, Map<String, Held> pins) {
    add(out, name + "\":{");
    var before = "\n";
    for (var entry : pins.entrySet()) {
      var pin = entry.getValue().pin();
      add(out, before + JsonString.quote(entry.getKey()) + ":{\"" + SHA256 + "\":\"");
      add(out, pin.sha256() + "\"");
      if (entry.getValue().isRefused()) {
        add(out, ",\"" + REFUSED + "\":true");
      }
      var definition = pin.definition();
      if (definition != null) {
        add(out, ",\"" + DEFINITION + "\":");
        out.writeBytes(definition.bytes());
      }
      out.write('}');
      before = ",\n";
    }
    out.write('}');
  }

  private static void add(ByteArrayOutputStream out, String text) {
    out.writeBytes(text.getBytes(StandardCharsets.UTF_8));
  }

  /**
   * {@return the pins in the content of a file}
   *
   * @throws IOException if the content is no pins; the message gives the reason
   */
  static ServerPins read(byte[] json, Path from) throws IOException {
    try {
      var whole = Slices.value(json);
      var server = text(json, Slices.find(json, whole, SERVER));
      if (server == null) {
        throw broken(from, "no server is named");
      }
      var book = new ServerPins(server);
      each(
          json, Slices.find(json, whole, TOOLS), from, (tool, pin) -> book.accept(tool, pin.pin()));
      each(json, Slices.find(json, whole, HELD), from, book::hold);
      return book;
    } catch (NotJson e) {
      throw broken(from, String.valueOf(e.getMessage()));
    }
  }

  private static void each(
      byte[] json, @Nullable Span pins, Path from, BiConsumer<String, Held> into)
      throws IOException {
    if (pins == null || !pins.isObject(json)) {
      throw broken(from, "pins are missing");
    }
    for (var pin : Slices.members(json, pins).entrySet()) {
      var hash = text(json, Slices.find(json, pin.getValue(), SHA256));
      if (hash == null) {
        throw broken(from, "a pin has no hash");
      }
      var definition = Slices.find(json, pin.getValue(), DEFINITION);
      var refused = Slices.find(json, pin.getValue(), REFUSED);
      into.accept(
          pin.getKey(),
          new Held(
              new Pin(hash, definition == null ? null : RawJson.of(definition.of(json))),
              refused != null && RawJson.of(refused.of(json)).toString().equals("true")));
    }
  }

  private static @Nullable String text(byte[] json, @Nullable Span at) {
    return at == null || !at.isString(json) ? null : JsonString.decode(json, at);
  }

  private static IOException broken(Path from, String why) {
    return new IOException(from + " holds no pins: " + why + "; move it away to begin anew");
  }
}
