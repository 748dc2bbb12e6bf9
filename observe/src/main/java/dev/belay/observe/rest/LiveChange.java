package dev.belay.observe.rest;

import dev.belay.core.journal.CallEvent;
import dev.belay.core.journal.Journal;
import dev.belay.http.route.Frames;
import dev.belay.mcp.envelope.JsonString;
import dev.belay.mcp.envelope.JsonText;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Changes between two looks at the topics: encoded once for all readers that may see everything,
 * and once for each principal that sees its own. Not safe for use by several threads.
 */
final class LiveChange {
  /** Calls that ended between two looks; more are counted. */
  private static final int MOST_ENDED = 250;

  /** {@code json} is null for a row that is gone. */
  private record Part(String topic, String key, @Nullable String owner, @Nullable String json) {}

  /** Something that happened to a call. */
  private record Told(String owner, String json) {}

  /** Of one part, beside its JSON. */
  private static final int OVERHEAD = 100;

  private final long number;
  private final String now;
  private final List<Part> parts = new ArrayList<>();
  private final List<Told> ended = new ArrayList<>();
  private final Map<String, Integer> moreEnded = new HashMap<>();
  private final Map<String, Told> stops = new LinkedHashMap<>();
  private final Map<String, byte[]> frames = new HashMap<>();
  private long size = OVERHEAD;

  /**
   * Begins a change.
   *
   * @param number its place in the feed
   * @param now the moment of the look, in seconds of the feed's clock
   */
  LiveChange(long number, String now) {
    this.number = number;
    this.now = now;
  }

  long number() {
    return number;
  }

  boolean isEmpty() {
    return parts.isEmpty() && ended.isEmpty() && stops.isEmpty();
  }

  /** {@return the approximate number of characters that it takes to keep it} */
  long size() {
    return size;
  }

  /** Forgets what it was encoded as; whoever needs it again has it encoded anew. */
  void sent() {
    frames.clear();
  }

  void set(String topic, LiveRow row, String json) {
    parts.add(new Part(topic, row.key(), row.owner(), json));
    size += OVERHEAD + json.length();
  }

  void gone(String topic, LiveRow row) {
    parts.add(new Part(topic, row.key(), row.owner(), null));
    size += OVERHEAD;
  }

  /** Takes the end of a call, or a step of its stop; other events are in the rows. */
  void add(Journal.Entry entry) {
    var call = entry.subject();
    switch (entry.event()) {
      case CallEvent.Settled(String outcome, String detail, String by, var waited, var ran) -> {
        if (ended.size() >= MOST_ENDED) {
          moreEnded.merge(call.principal(), 1, Integer::sum);
          return;
        }
        var json =
            new JsonText()
                .text("id", call.callId())
                .text("tool", call.tool())
                .text("upstream", call.upstream())
                .text("principal", call.principal())
                .text("client", call.client())
                .text("outcome", outcome)
                .text("detail", detail)
                .text("by", by)
                .text("at", entry.at().toString())
                .seconds("waited_s", waited)
                .seconds("ran_s", ran);
        var text = json.toString();
        ended.add(new Told(call.principal(), text));
        size += OVERHEAD + text.length();
      }
      case CallEvent.Stopped(String step) -> {
        stops.put(call.callId(), new Told(call.principal(), JsonString.quote(step)));
        size += OVERHEAD + step.length();
      }
      case CallEvent.Accepted _,
          CallEvent.Waiting _,
          CallEvent.Running _,
          CallEvent.Beat _,
          CallEvent.LimitsReplaced _,
          CallEvent.Held _,
          CallEvent.Released _,
          CallEvent.Retrying _,
          CallEvent.Shared _,
          CallEvent.HandedOff _,
          CallEvent.LateResult _ -> {}
    }
  }

  /** {@return the change as {@code sight} is to see it; empty if it sees none of it} */
  byte[] frame(Sight sight, EventIds ids) {
    return frames.computeIfAbsent(
        sight.who().isAdmin() ? "" : sight.who().principal(), _ -> render(sight, ids));
  }

  private byte[] render(Sight sight, EventIds ids) {
    var set = new LinkedHashMap<String, JsonText>();
    var gone = new LinkedHashMap<String, List<String>>();
    for (var part : parts) {
      if (!sight.sees(part.owner)) {
        continue;
      }
      if (part.json == null) {
        gone.computeIfAbsent(part.topic, _ -> new ArrayList<>()).add(part.key);
      } else {
        set.computeIfAbsent(part.topic, _ -> new JsonText()).raw(part.key, part.json);
      }
    }
    var told = ended.stream().filter(one -> sight.sees(one.owner)).map(Told::json).toList();
    int more =
        moreEnded.entrySet().stream()
            .filter(one -> sight.sees(one.getKey()))
            .mapToInt(Map.Entry::getValue)
            .sum();
    var steps = new JsonText();
    boolean hasSteps = false;
    for (var stop : stops.entrySet()) {
      if (sight.sees(stop.getValue().owner)) {
        steps.raw(stop.getKey(), stop.getValue().json);
        hasSteps = true;
      }
    }
    if (set.isEmpty() && gone.isEmpty() && told.isEmpty() && !hasSteps) {
      return new byte[0];
    }
    var json = new JsonText().raw("now", now);
    if (!set.isEmpty()) {
      json.object("set", joined(set));
    }
    if (!gone.isEmpty()) {
      var all = new JsonText();
      gone.forEach(all::texts);
      json.object("gone", all);
    }
    if (!told.isEmpty()) {
      json.raw("ended", "[" + String.join(",", told) + "]");
    }
    if (more > 0) {
      json.number("ended_more", more);
    }
    if (hasSteps) {
      json.object("stops", steps);
    }
    return Frames.event(ids.of(number), "change", json.bytes());
  }

  /** {@return objects by name as one object} */
  static JsonText joined(Map<String, JsonText> objects) {
    var all = new JsonText();
    objects.forEach(all::object);
    return all;
  }
}
