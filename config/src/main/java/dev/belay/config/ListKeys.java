package dev.belay.config;

import java.util.List;
import java.util.regex.Pattern;

/** Every key of {@code mcp.tools_list}. */
final class ListKeys {
  static final String TOOLS_LIST = "tools_list";
  static final String PATH = Keys.MCP + "." + TOOLS_LIST;

  static final Key<Integer> DESCRIPTION_MAX_CHARS = clamped("description_max_chars", 80, 500);
  static final Key<Integer> MAX_IN_FLIGHT = clamped("max_in_flight", 1, 512);
  static final Key<Integer> CACHE_TTL_MS = Key.number("cache_ttl_ms", 0, 3_600_000);
  static final Key<Integer> WAIT_MS = Key.number("wait_ms", 0, 60_000);
  static final Key<Compaction> COMPACT = Key.choice("compact", Compaction.class);

  static final List<Key<?>> ALL =
      List.of(DESCRIPTION_MAX_CHARS, MAX_IN_FLIGHT, CACHE_TTL_MS, WAIT_MS, COMPACT);

  private static final Pattern NUMBER = Pattern.compile("-?\\d{1,9}");

  private ListKeys() {}

  /** A number that is brought within its bounds (S4-8, S4-10). */
  private static Key<Integer> clamped(String name, int least, int most) {
    return new Key<>(name, Integer.class, text -> within(text, least, most));
  }

  private static Reading<Integer> within(String text, int least, int most) {
    if (!NUMBER.matcher(text.strip()).matches()) {
      return new Reading.Wrong<>("expected a number from " + least + " to " + most);
    }
    var given = Integer.parseInt(text.strip());
    var taken = Math.clamp(given, least, most);
    return given == taken
        ? new Reading.Good<>(taken)
        : new Reading.Odd<>(taken, given + " is taken as " + taken);
  }
}
