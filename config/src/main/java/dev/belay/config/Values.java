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
 * What the sources say about one section: each value with its origin, and the sections in it. A
 * later source replaces what an earlier one said, key by key.
 *
 * <p>Written by one thread while sources are read, and not changed after that.
 */
final class Values {
  /**
   * What was said of one key.
   *
   * @param value null where what was said is no value, which is in the findings
   * @param written the same with references to variables in place, as it is shown; null for none
   */
  record Said(@Nullable Object value, @Nullable Object written, Origin origin) {}

  private final Section section;
  private final String path;
  private final Map<String, Said> own = new LinkedHashMap<>();
  private final Map<String, Values> inner = new LinkedHashMap<>();
  private Origin at = Origin.DEFAULT;

  private final Values root;

  /** Begins with nothing, at the top of the file. */
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

  /** {@return the section of that description in this one, begun where it is asked for first} */
  Values begin(Section member) {
    return inner.computeIfAbsent(member.name(), name -> new Values(member, path(name), root));
  }

  /** {@return the entry of that name, begun where it is asked for first} */
  Values begin(String name) {
    return inner.computeIfAbsent(name, this::entry);
  }

  /** {@return the section of that description in this one, with nothing in it where none began} */
  Values in(Section member) {
    var begun = inner.get(member.name());
    return begun == null ? new Values(member, path(member.name()), root) : begun;
  }

  /** {@return the entry of that name, with nothing in it where none began} */
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

  /** {@return what was said of keys in this section, by name} */
  Map<String, Said> own() {
    return Collections.unmodifiableMap(own);
  }

  /** Notes where the section itself stands. */
  Values at(Origin origin) {
    if (at.equals(Origin.DEFAULT)) {
      at = origin;
    }
    return this;
  }

  Origin at() {
    return at;
  }

  /** Reads a text for a key; a wrong one is an error even where a later source replaces it. */
  <T> void set(Setting<T> setting, String text, Origin origin, Findings findings) {
    take(setting, setting.name(), setting.codec().read(text), text, null, origin, findings);
  }

  /**
   * Takes what was read for a key.
   *
   * @param name of the key, which may be one that the user gave
   * @param found what was read, for a message
   * @param written what is shown in place of the value; null for the value itself
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
      // An address may hold a user or a key, and what is said here ends up in logs.
      var quoted =
          setting.codec().isQuoted()
              ? ", found " + new Tree.Scalar(found, false, origin).found()
              : "";
      findings.error(origin, path(name), why + quoted);
    }
  }

  /** Forgets a header, however its name is spelled: another source says it anew. */
  void forgetHeader(String name) {
    own.keySet().removeIf(name::equalsIgnoreCase);
  }

  /** Notes that a key is there, also where its value is wrong and so not missing. */
  void mention(String name, Origin origin) {
    own.merge(
        name,
        new Said(null, null, origin),
        (before, now) -> new Said(before.value, before.written, now.origin));
  }

  /** Takes a value for a key that has none: one that depends on others. */
  <T> void assume(Setting<T> setting, T value) {
    if (own.get(setting.name()) instanceof Said(var said, _, _) && said != null) {
      return;
    }
    settle(setting, value);
  }

  /** Takes a value in place of the one that was said. */
  <T> void settle(Setting<T> setting, T value) {
    own.merge(
        setting.name(),
        new Said(value, null, Origin.DEFAULT),
        (before, now) -> new Said(now.value, before.written, before.origin));
  }

  /** {@return the value of a key: said here, inherited, or its default; null where it has none} */
  @SuppressWarnings("unchecked") // What stands under a name was read by the setting of that name.
  <T> @Nullable T find(Setting<T> setting) {
    var said = said(setting);
    return said == null || said.value == null ? setting.preset() : (T) said.value;
  }

  /** {@return the value of a key; {@code otherwise} where it has none} */
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

  /** {@return what was said of a key, here or where it is inherited from; null for nothing} */
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

  /** {@return the value as it is shown; null where there is none} */
  @SuppressWarnings("unchecked") // As above.
  <T> @Nullable String shown(Setting<T> setting) {
    var value = find(setting);
    var said = said(setting);
    return value == null
        ? null
        : setting.codec().show(value, said == null ? null : (T) said.written);
  }

  /** {@return what was said of a key that users have named, as it is shown} */
  @SuppressWarnings("unchecked") // As above.
  <T> String shown(Setting<T> each, Said said) {
    return said.value == null ? "" : each.codec().show((T) said.value, (T) said.written);
  }

  /** {@return whether nothing was said, be it wrong} */
  boolean isEmpty() {
    return own.isEmpty() && inner.values().stream().allMatch(Values::isEmpty);
  }

  /** {@return where the key was said in this section; null where it was not} */
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

  /** Tells that a value that was said is odd. */
  void warn(Setting<?> setting, String text, Findings findings) {
    var origin = origin(setting);
    findings.warn(origin == null ? Origin.DEFAULT : origin, path(setting.name()), text);
  }

  /** {@return where something of it was said first, as far as that is known} */
  private Origin first() {
    return own.values().stream()
        .map(Said::origin)
        .min(Comparator.comparing(Origin::name).thenComparingInt(Origin::line))
        .orElse(at);
  }

  /** Passes on the origin of everything that was said, by its path. */
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

  /** {@return the paths of the keys that have another value in {@code now}, which holds so late} */
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
