package dev.belay.core.approval;

import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The last call of each tool that people have allowed, by principal and definition of the tool.
 * Bounded, and for a time; used by one thread at a time.
 */
final class AllowedCalls {
  /** How long a call is kept: its arguments may hold secrets. */
  static final Duration KEPT = Duration.ofHours(8);

  static final int MOST = 500;
  static final long MOST_CHARACTERS = 4L << 20;

  /** What calls have in common that are compared. */
  private record Kind(String principal, String server, String tool, String definition) {
    static Kind of(Approval approval) {
      var asked = approval.asked();
      return new Kind(
          approval.call().caller().principal(), asked.server(), asked.tool(), asked.definition());
    }

    int length() {
      return principal.length() + server.length() + tool.length() + definition.length();
    }
  }

  private record Entry(AllowedCall call, long at) {}

  /** Those allowed first come first. */
  private final SequencedMap<Kind, Entry> last = new LinkedHashMap<>();

  private long characters;

  /**
   * Keeps a call in place of the one before, unless the definition of its tool is unknown.
   *
   * @param by the principals of those who allowed it
   * @param now a reading of the clock
   */
  void put(Approval allowed, List<String> by, Instant at, long now) {
    forget(now);
    var asked = allowed.asked();
    if (asked.definition().isEmpty()) {
      return;
    }
    var brief = allowed.briefly().asked().arguments();
    var kind = Kind.of(allowed);
    remove(kind);
    last.put(kind, new Entry(new AllowedCall(allowed.id(), brief, asked.digest(), at, by), now));
    characters += kind.length() + brief.length();
    while (last.size() > MOST || characters > MOST_CHARACTERS) {
      remove(last.firstEntry().getKey());
    }
  }

  /** {@return the call to compare that one with; null if there is none} */
  @Nullable AllowedCall find(Approval approval, long now) {
    forget(now);
    var entry = last.get(Kind.of(approval));
    return entry == null ? null : entry.call;
  }

  /** Drops what is old. */
  void forget(long now) {
    while (!last.isEmpty() && now - last.firstEntry().getValue().at >= KEPT.toNanos()) {
      remove(last.firstEntry().getKey());
    }
  }

  /** Drops the calls of such servers. */
  void forget(Predicate<String> servers) {
    last.keySet().stream().filter(kind -> servers.test(kind.server)).toList().forEach(this::remove);
  }

  private void remove(Kind kind) {
    var entry = last.remove(kind);
    if (entry != null) {
      characters -= kind.length() + entry.call.arguments().length();
    }
  }
}
