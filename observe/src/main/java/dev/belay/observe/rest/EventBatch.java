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
 * Events sent together: encoded once for all readers that may see everything, and once per
 * principal that sees only its own. Not safe for use by several threads.
 */
final class EventBatch {
  private static final int MOST = 1_000;

  /** The approximate bytes encoded at once: the number of readers multiplies them. */
  private static final int MOST_BYTES = 1 << 20;

  /** Who receives an event. */
  private sealed interface Audience {
    record Everybody() implements Audience {}

    /** The owner of the call, and readers that may see everything. */
    record Owner(String principal) implements Audience {}

    /** Only readers that may see everything. */
    record Admins() implements Audience {}
  }

  /** An event as sent. */
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
      // Other readers need not know of tools that they may not call.
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

  /** The reader's last event belongs to another run of the program, whose events are gone. */
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

  /** Readers that may see everything share one key, and so the same bytes. */
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
