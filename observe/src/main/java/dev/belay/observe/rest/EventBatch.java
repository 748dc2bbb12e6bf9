package dev.belay.observe.rest;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.belay.core.journal.Journal;
import dev.belay.http.route.Frames;
import dev.belay.mcp.envelope.JsonText;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Events that go out together: written once for all who may see them all, and once for each
 * principal that may see only its own. Not safe for use by several threads.
 */
final class EventBatch {
  private static final int MOST = 1_000;

  /** What is written at once, about: readers are as many as there are. */
  private static final int MOST_BYTES = 1 << 20;

  /** Who gets an event. */
  private sealed interface Audience {
    record Everybody() implements Audience {}

    /** Whose calls they are, and whoever may see everything. */
    record Owner(String principal) implements Audience {}

    /** Only who may see everything. */
    record Admins() implements Audience {}
  }

  /** An event as it goes out. */
  @SuppressWarnings("ArrayRecordComponent") // Events are sent, never compared.
  private record Written(Audience audience, byte[] frame) {}

  private final EventIds ids;
  private final List<Written> events = new ArrayList<>();
  private int bytes;
  private final Map<String, byte[]> frames = new HashMap<>();

  EventBatch(EventIds ids) {
    this.ids = ids;
  }

  boolean isFull() {
    return events.size() >= MOST || bytes >= MOST_BYTES;
  }

  void add(Journal.Reading reading) {
    switch (reading) {
      case Journal.Entry entry ->
          add(
              new Audience.Owner(entry.subject().principal()),
              entry,
              EventText.name(entry.event()),
              EventText.data(entry));
      // Others need not know of tools that they may not call.
      case Journal.ToolEntry entry ->
          add(new Audience.Admins(), entry, EventText.name(entry.event()), EventText.data(entry));
      case Journal.Gap(long missed) -> gap(new JsonText().number("missed", missed));
    }
  }

  private void add(Audience audience, Journal.Kept kept, String name, JsonText data) {
    var frame = Frames.event(ids.of(kept.sequence()), name, data.bytes());
    bytes += frame.length;
    events.add(new Written(audience, frame));
  }

  /** The reader comes from another run of the program, of whose events none is left. */
  void restarted() {
    gap(new JsonText().number("missed", (Double) null));
  }

  private void gap(JsonText data) {
    events.add(
        new Written(
            new Audience.Everybody(),
            Frames.event(null, "replay_gap", data.toString().getBytes(UTF_8))));
  }

  void sendTo(List<EventReader> readers) {
    for (var reader : readers) {
      sendTo(reader);
    }
  }

  void sendTo(EventReader reader) {
    var sight = reader.sight();
    reader.send(frames.computeIfAbsent(key(sight), _ -> render(sight)));
  }

  /** All who may see everything get the same bytes. */
  private static String key(Sight sight) {
    return sight.who().isAdmin() ? "" : sight.who().principal();
  }

  private byte[] render(Sight sight) {
    var all = new ByteArrayOutputStream();
    for (var event : events) {
      boolean isSeen =
          switch (event.audience) {
            case Audience.Everybody() -> true;
            case Audience.Owner(String principal) -> sight.covers(principal);
            case Audience.Admins() -> sight.who().isAdmin();
          };
      if (isSeen) {
        all.writeBytes(event.frame);
      }
    }
    return all.toByteArray();
  }
}
