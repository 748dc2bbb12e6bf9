package dev.belay.config;

import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** What the sources said about the keys of one section; a later source replaces an earlier one. */
final class Values {
  private final String path;
  private final Map<Key<?>, Object> values = new HashMap<>();
  private final Map<Key<?>, Origin> origins = new HashMap<>();

  Values(String path) {
    this.path = path;
  }

  String path() {
    return path;
  }

  String path(String name) {
    return path + "." + name;
  }

  /** Reads a text for a key; a wrong one is an error even where a later source replaces it. */
  <T> void set(Key<T> key, String text, Origin at, Findings findings) {
    set(key, text, text, at, findings);
  }

  /**
   * Reads a text for a key.
   *
   * @param written the text before variables of the environment were put into it, for messages
   */
  <T> void set(Key<T> key, String text, String written, Origin at, Findings findings) {
    mention(key, at);
    var reading = key.reader().apply(text);
    // No switch: its patterns are linked at first use, which every start would pay for.
    if (reading instanceof Reading.Good<T>(var value)) {
      values.put(key, value);
    } else if (reading instanceof Reading.Odd<T>(var value, var remark)) {
      findings.warn(at, path(key.name()), remark);
      values.put(key, value);
    } else if (reading instanceof Reading.Wrong<T>(var why)) {
      // An address may hold a user or a key, and what is said here ends up in logs.
      var found =
          key.equals(Keys.URL) || key.equals(AgentKeys.BASE_URL)
              ? ""
              : ", found " + new Tree.Scalar(written, false, at).found();
      findings.error(at, path(key.name()), why + found);
    }
  }

  /** Notes that a key is there, also where its value is wrong and so not missing. */
  void mention(Key<?> key, Origin at) {
    origins.put(key, at);
  }

  <T> @Nullable T get(Key<T> key) {
    return key.type().cast(values.get(key));
  }

  <T> T get(Key<T> key, T otherwise) {
    var value = get(key);
    return value == null ? otherwise : value;
  }

  boolean isEmpty() {
    return origins.isEmpty();
  }

  @Nullable Origin origin(Key<?> key) {
    return origins.get(key);
  }

  /** {@return where something of it was said first, as far as that is known} */
  Origin first() {
    return origins.values().stream()
        .min(Comparator.comparing(Origin::name).thenComparingInt(Origin::line))
        .orElse(Origin.DEFAULT);
  }

  void eachOrigin(BiConsumer<String, Origin> action) {
    origins.forEach((key, origin) -> action.accept(path(key.name()), origin));
  }
}
