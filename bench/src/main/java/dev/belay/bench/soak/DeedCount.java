package dev.belay.bench.soak;

import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.LongAdder;

/** Counts the clients' actions and their results. Safe for use by many threads. */
final class DeedCount {
  /** The number of failures reported one by one. */
  private static final int SHOWN = 10;

  private final Map<Deed, LongAdder> done = new EnumMap<>(Deed.class);
  private final Map<Deed, LongAdder> wrong = new EnumMap<>(Deed.class);
  private final ConcurrentLinkedQueue<String> samples = new ConcurrentLinkedQueue<>();
  private volatile boolean over;

  DeedCount() {
    for (var deed : Deed.values()) {
      done.put(deed, new LongAdder());
      wrong.put(deed, new LongAdder());
    }
  }

  void did(Deed deed, boolean isRight) {
    Objects.requireNonNull(done.get(deed)).increment();
    if (!isRight) {
      broke(deed, "another answer than it should be");
    }
  }

  void broke(Deed deed, String why) {
    Objects.requireNonNull(wrong.get(deed)).increment();
    if (samples.size() < SHOWN) {
      samples.add(deed + ": " + why);
    }
  }

  void end() {
    over = true;
  }

  boolean isOver() {
    return over;
  }

  long done() {
    return done.values().stream().mapToLong(LongAdder::sum).sum();
  }

  long wrong() {
    return wrong.values().stream().mapToLong(LongAdder::sum).sum();
  }

  /** {@return the count of each action, in words} */
  String words() {
    var words = new StringBuilder();
    done.forEach((deed, count) ->
        words
            .append(words.isEmpty() ? "" : ", ")
            .append(deed.name().toLowerCase(Locale.ROOT))
            .append(' ')
            .append(count.sum()));
    return words.toString();
  }

  /** {@return the first failures, in words; empty for none} */
  String failures() {
    return String.join("; ", samples);
  }
}
