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
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** A {@link PinBook} as JSON, with one tool a line. */
final class PinText {
  private static final String SERVER = "server";
  private static final String TOOLS = "tools";
  private static final String HELD = "held";
  private static final String SHA256 = "sha256";
  private static final String DEFINITION = "definition";

  /** Of a pin that is held back; others are not refused. */
  private static final String REFUSED = "refused";

  private PinText() {}

  static byte[] write(PinBook book) {
    var out = new ByteArrayOutputStream();
    add(out, "{\"v\":1,\"" + SERVER + "\":" + JsonString.quote(book.server()) + ",\"");
    pins(out, TOOLS, book.accepted(), pin -> pin, _ -> false);
    add(out, ",\"");
    pins(out, HELD, book.held(), HeldPin::pin, HeldPin::isRefused);
    add(out, "}\n");
    return out.toByteArray();
  }

  private static <T> void pins(
      ByteArrayOutputStream out,
      String name,
      Map<String, T> pins,
      Function<T, Pin> pinOf,
      Predicate<T> isRefused) {
    add(out, name + "\":{");
    var before = "\n";
    for (var entry : pins.entrySet()) {
      var pin = pinOf.apply(entry.getValue());
      add(out, before + JsonString.quote(entry.getKey()) + ":{\"" + SHA256 + "\":\"");
      add(out, pin.sha256() + "\"");
      if (isRefused.test(entry.getValue())) {
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

  static PinBook read(byte[] json, Path from) throws IOException {
    try {
      var whole = Slices.value(json);
      var server = text(json, Slices.find(json, whole, SERVER));
      if (server == null) {
        throw broken(from, "no server is named");
      }
      var book = new PinBook(server);
      each(
          json, Slices.find(json, whole, TOOLS), from, (tool, pin) -> book.accept(tool, pin.pin()));
      each(json, Slices.find(json, whole, HELD), from, book::hold);
      return book;
    } catch (NotJson e) {
      throw broken(from, String.valueOf(e.getMessage()));
    }
  }

  private static void each(
      byte[] json, @Nullable Span pins, Path from, BiConsumer<String, HeldPin> into)
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
          new HeldPin(
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
