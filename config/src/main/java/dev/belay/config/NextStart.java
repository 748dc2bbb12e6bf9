package dev.belay.config;

import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/** Which keys are read once, where Belay begins to listen. */
final class NextStart {
  private static final List<String> SECTIONS =
      List.of(
          HttpKeys.HTTP + ".",
          Keys.MCP + "." + Keys.WORKERS.name(),
          Keys.AUTH + ".",
          ObservabilityKeys.OBSERVABILITY + ".",
          ObservabilityKeys.AUDIT + ".");

  /** What holds from the next request or call on all the same. */
  private static final Set<String> AT_ONCE =
      Set.of(
          "http.rate_limit",
          "auth.tokens.file",
          "auth.tokens.env",
          "auth.tokens.admins",
          "audit.arguments",
          "audit.fsync");

  private NextStart() {}

  /** {@return the keys of that kind that have another value now, in the order of the pages} */
  static List<String> keys(Settings before, Settings now) {
    var was = values(before);
    var is = values(now);
    var all = new LinkedHashSet<>(is.keySet());
    all.addAll(was.keySet());
    return all.stream().filter(key -> !Objects.equals(was.get(key), is.get(key))).toList();
  }

  private static Map<String, String> values(Settings settings) {
    var values = new LinkedHashMap<String, String>();
    for (var row : settings.explain()) {
      if (SECTIONS.stream().anyMatch(row.key()::startsWith) && !AT_ONCE.contains(row.key())) {
        values.put(row.key(), row.value());
      }
    }
    return values;
  }
}
