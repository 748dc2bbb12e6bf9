package dev.belay.config;

import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.BiConsumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The values of one section from all sources: each value with its origin, and the inner sections. A
 * later source overrides an earlier one, key by key.
 *
 * <p>Written by one thread while sources are read, and not changed after that.
 */
final class Values {
  /**
   * The value of one key.
   *
   * @param value null if it is invalid, which is in the findings
   * @param written the value with unexpanded references to variables, for display; null for none
   */
  record Said(@Nullable Object value, @Nullable Object written, Origin origin) {}

  private final Section section;
  private final String path;
  private final Map<String, Said> own = new LinkedHashMap<>();
  private final Map<String, Values> inner = new LinkedHashMap<>();
  private Origin at = Origin.DEFAULT;

  private final Values root;

  /** Creates empty values for the root of the file. */
  Values(Section section) {
    this.section = section;
    path = section.name();
    root = this;
  }

  private Values(Section section, String path, Values root) {
    this.section = section;
    this.path = path;
    this.root = root;
  }

  Section section() {
    return section;
  }

  String path() {
    return path;
  }

  /** {@return the path of a key or section in this one} */
  String path(String name) {
    return path.isEmpty() ? name : path + "." + name;
  }

  /** {@return the inner section with that description, created on demand} */
  Values begin(Section member) {
    return inner.computeIfAbsent(member.name(), name -> new Values(member, path(name), root));
  }

  /** {@return the entry of that name, created on demand} */
  Values begin(String name) {
    return inner.computeIfAbsent(name, this::entry);
  }

  /** {@return the inner section with that description, empty if it was not created} */
  Values in(Section member) {
    var begun = inner.get(member.name());
    return begun == null ? new Values(member, path(member.name()), root) : begun;
  }

  /** {@return the entry of that name, empty if it was not created} */
  Values in(String name) {
    var begun = inner.get(name);
    return begun == null ? entry(name) : begun;
  }

  private Values entry(String name) {
    var each = (Section) Objects.requireNonNull(section.entry());
    var inside =
        switch (section.names()) {
          case PLAIN -> path(name);
          case QUOTED -> path("\"" + name + "\"");
          case INDEX -> path + "[" + name + "]";
        };
    return new Values(each, inside, root);
  }

  /** {@return the entries of this section in the order of the sources, by name} */
  Map<String, Values> entries() {
    var entries = new LinkedHashMap<>(inner);
    section.members().forEach(member -> entries.remove(member.name()));
    return entries;
  }

  /** {@return the values of keys in this section, by name} */
  Map<String, Said> own() {
    return Collections.unmodifiableMap(own);
  }

  /** Records the place of the section itself. */
  Values at(Origin origin) {
    if (at.equals(Origin.DEFAULT)) {
      at = origin;
    }
    return this;
  }

  Origin at() {
    return at;
  }

  /** Parses a text for a key; an invalid one is an error even if a later source overrides it. */
  <T> void set(Setting<T> setting, String text, Origin origin, Findings findings) {
    take(setting, setting.name(), setting.codec().read(text), text, null, origin, findings);
  }

  /**
   * Takes the parsed value of a key.
   *
   * @param name the name of the key, which may be given by the user
   * @param found the text that was read, for a message
   * @param written displayed in place of the value; null for the value itself
   */
  <T> void take(
      Setting<T> setting,
      String name,
      Reading<T> reading,
      String found,
      @Nullable Object written,
      Origin origin,
      Findings findings) {
    mention(name, origin);
    // No switch: its patterns are linked at first use, which every start would pay for.
    if (reading instanceof Reading.Good<T>(var value)) {
      own.put(name, new Said(value, written, origin));
    } else if (reading instanceof Reading.Odd<T>(var value, var remark)) {
      findings.warn(origin, path(name), remark);
      own.put(name, new Said(value, written, origin));
    } else if (reading instanceof Reading.Wrong<T>(var why)) {
      // An address may contain a user or a key, and messages end up in logs.
      var quoted =
          setting.codec().isQuoted()
              ? ", found " + new YamlTree.Scalar(found, false, origin).found()
              : "";
      findings.error(origin, path(name), why + quoted);
    }
  }

  /** Removes a header, in any spelling of its name: another source sets it anew. */
  void forgetHeader(String name) {
    own.keySet().removeIf(name::equalsIgnoreCase);
  }

  /**
   * Records that a key is present, even if its value is invalid, so that it is not reported as
   * missing.
   */
  void mention(String name, Origin origin) {
    own.merge(
        name,
        new Said(null, null, origin),
        (before, now) -> new Said(before.value, before.written, now.origin));
  }

  /** Sets a key that has no value yet: for a default that depends on others. */
  <T> void assume(Setting<T> setting, T value) {
    if (own.get(setting.name()) instanceof Said(var said, _, _) && said != null) {
      return;
    }
    settle(setting, value);
  }

  /** Sets a value in place of the given one. */
  <T> void settle(Setting<T> setting, T value) {
    own.merge(
        setting.name(),
        new Said(value, null, Origin.DEFAULT),
        (before, now) -> new Said(now.value, before.written, before.origin));
  }

  /** {@return the value of a key: given here, inherited, or its default; null if it has none} */
  @SuppressWarnings("unchecked") // A value was read by the setting of its name.
  <T> @Nullable T find(Setting<T> setting) {
    var said = said(setting);
    return said == null || said.value == null ? setting.preset() : (T) said.value;
  }

  /** {@return the value of a key; {@code otherwise} if it has none} */
  <T> T or(Setting<T> setting, T otherwise) {
    var value = find(setting);
    return value == null ? otherwise : value;
  }

  /** {@return the values of this section, whose keys are named by users, in their order} */
  @SuppressWarnings("unchecked") // As above.
  <T> Map<String, T> all(Setting<T> each) {
    var all = new LinkedHashMap<String, T>();
    own.forEach((name, said) -> {
      if (said.value != null) {
        all.put(name, (T) said.value);
      }
    });
    return all;
  }

  /** {@return the value of a key that always has one} */
  <T> T get(Setting<T> setting) {
    return Objects.requireNonNull(find(setting), setting.name());
  }

  /**
   * {@return the given value of a key, here or in the section it is inherited from; null for none}
   */
  @Nullable Said said(Setting<?> setting) {
    var said = own.get(setting.name());
    if (said != null || !setting.isInherited()) {
      return said;
    }
    var from = root;
    for (var step : section.fallback()) {
      from = from.in(step);
    }
    return from.own.get(setting.name());
  }

  /** {@return the displayed form of a value; null if there is none} */
  @SuppressWarnings("unchecked") // As above.
  <T> @Nullable String shown(Setting<T> setting) {
    var value = find(setting);
    var said = said(setting);
    return value == null
        ? null
        : setting.codec().show(value, said == null ? null : (T) said.written);
  }

  /** {@return the displayed form of the value of a key named by users} */
  @SuppressWarnings("unchecked") // As above.
  <T> String shown(Setting<T> each, Said said) {
    return said.value == null ? "" : each.codec().show((T) said.value, (T) said.written);
  }

  /** {@return whether no value was given, not even an invalid one} */
  boolean isEmpty() {
    return own.isEmpty() && inner.values().stream().allMatch(Values::isEmpty);
  }

  /** {@return where the key was given in this section; null if it was not} */
  @Nullable Origin origin(Setting<?> setting) {
    var said = own.get(setting.name());
    return said == null ? null : said.origin;
  }

  /** Reports the required keys that are not set. */
  void requireAll(Findings findings) {
    for (var member : section.members()) {
      if (member instanceof Setting<?> key && key.isRequired() && origin(key) == null) {
        findings.error(first(), path, "needs " + path(key.name()));
      }
    }
  }

  /** Adds a warning about a given value. */
  void warn(Setting<?> setting, String text, Findings findings) {
    var origin = origin(setting);
    findings.warn(origin == null ? Origin.DEFAULT : origin, path(setting.name()), text);
  }

  /** {@return the place of the first value given in it, as far as known} */
  private Origin first() {
    return own.values().stream()
        .map(Said::origin)
        .min(Comparator.comparing(Origin::name).thenComparingInt(Origin::line))
        .orElse(at);
  }

  /** Passes on the origins of all given values, by their paths. */
  void eachOrigin(BiConsumer<String, Origin> action) {
    own.forEach((name, said) -> action.accept(path(name), said.origin));
    inner
        .values()
        .forEach(values -> {
          if (!values.at.equals(Origin.DEFAULT)) {
            action.accept(values.path, values.at);
          }
          values.eachOrigin(action);
        });
  }

  /**
   * {@return the paths of the keys that have another value in {@code now} and that time of effect}
   */
  List<String> changes(Values now, Setting.Reload reload) {
    return section.members().stream()
        .flatMap(member ->
            switch (member) {
              case Setting<?> setting ->
                  setting.reload() == reload && !Objects.equals(find(setting), now.find(setting))
                      ? Stream.of(path(setting.name()))
                      : Stream.<String>empty();
              case Section inside -> in(inside).changes(now.in(inside), reload).stream();
            })
        .toList();
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Values values
        && path.equals(values.path)
        && own.equals(values.own)
        && filled().equals(values.filled());
  }

  @Override
  public int hashCode() {
    return Objects.hash(path, own);
  }

  private Map<String, Values> filled() {
    var filled = new LinkedHashMap<>(inner);
    filled.values().removeIf(Values::isEmpty);
    return filled;
  }
}
