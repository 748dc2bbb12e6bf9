package dev.belay.config;

import dev.belay.config.Setting.Reload;
import dev.belay.core.name.Nearest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A section of the configuration, which owns and describes its keys.
 *
 * <p>Sections are created, and filled, by the classes of their settings when these are loaded.
 */
final class Section implements ConfigMember {
  private final String name;
  private final Reload reload;
  private final String doc;
  private final List<ConfigMember> members = new ArrayList<>();
  private @Nullable ConfigMember entry;
  private String noun = "";
  private Names names = Names.PLAIN;
  private List<Section> fallback = List.of();
  private boolean fileOnly;
  private boolean inline;

  /** The form of an entry's name in its path. */
  enum Names {
    /** {@code models.claude}. */
    PLAIN,
    /** {@code tools."files__*"}. */
    QUOTED,
    /** {@code access.rules[0]}: a list, without names. */
    INDEX
  }

  /**
   * Creates a section without keys.
   *
   * @param reload when changes of its keys take effect, unless they differ
   * @param doc its description
   */
  Section(String name, Reload reload, String doc) {
    this.name = name;
    this.reload = reload;
    this.doc = doc;
  }

  /** {@return a key of this section with a default value} */
  <T> Setting<T> setting(String key, Codec<T> codec, T preset, String about) {
    return add(new Setting<>(key, codec, preset, "", reload, about));
  }

  Setting<Duration> seconds(String key, int preset, String about) {
    return setting(key, DurationText.CODEC, Duration.ofSeconds(preset), about);
  }

  Setting<Integer> number(String key, int least, int most, int preset, String about) {
    return setting(key, Codec.number(least, most), preset, about);
  }

  <E extends Enum<E>> Setting<E> choice(String key, E preset, String about) {
    return setting(key, Codec.choice(preset.getDeclaringClass()), preset, about);
  }

  /** {@return a key of this section for texts that are valid if {@code fault} returns null} */
  Setting<List<String>> texts(String key, Function<String, @Nullable String> fault, String about) {
    return setting(key, Codec.texts(Codec.Shape.LIST_OR_TEXT, fault), List.of(), about);
  }

  /**
   * {@return a key of this section without a default value}
   *
   * @param unset the behaviour without a value, for the page of keys
   */
  <T> Setting<T> optional(String key, Codec<T> codec, String unset, String about) {
    return add(new Setting<>(key, codec, null, unset, reload, about));
  }

  /**
   * {@return a key of this section that narrows a wider one}
   *
   * @param unset the behaviour without a value, for the page of keys
   */
  <T> Setting<T> narrower(Setting<T> wider, String unset) {
    return optional(wider.name(), wider.codec(), unset, wider.doc());
  }

  /** {@return a key that narrows a wider one, and inherits its value if unset} */
  <T> Setting<T> inheriting(Setting<T> wider, String unset) {
    return narrower(wider, unset).inherits(wider);
  }

  /** {@return this, with an inner section added} */
  Section with(Section section) {
    add(section);
    return this;
  }

  /**
   * {@return this, with entries named by users}
   *
   * @param each the description of an entry, a value or a section
   * @param what the noun for an entry, such as {@code a server}; empty if it may have an empty name
   */
  Section of(ConfigMember each, String what) {
    entry = each;
    noun = what;
    return this;
  }

  /** {@return this, with that form of names in the paths of entries} */
  Section named(Names style) {
    names = style;
    return this;
  }

  /** {@return this, whose inherited settings come from the section at this path} */
  Section fallback(Section... way) {
    fallback = List.of(way);
    return this;
  }

  /** {@return this, which no environment variable sets} */
  Section fileOnly() {
    fileOnly = true;
    return this;
  }

  /** {@return this, displayed as one value} */
  Section inline() {
    inline = true;
    return this;
  }

  private <M extends ConfigMember> M add(M member) {
    members.add(member);
    return member;
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public String doc() {
    return doc;
  }

  /** {@return its members with fixed names, in the order of display} */
  List<ConfigMember> members() {
    return members;
  }

  /** {@return the description of entries named by users; null if there are none} */
  @Nullable ConfigMember entry() {
    return entry;
  }

  /**
   * {@return the noun for an entry, such as {@code a server}; empty if it may have an empty name}
   */
  String noun() {
    return noun;
  }

  Names names() {
    return names;
  }

  /** {@return the path from the root to the section of inherited settings; empty for none} */
  List<Section> fallback() {
    return fallback;
  }

  boolean isFileOnly() {
    return fileOnly;
  }

  boolean isInline() {
    return inline;
  }

  /** {@return whether some keys are required once any is set} */
  boolean hasRequired() {
    return members.stream().anyMatch(one -> one instanceof Setting<?> key && key.isRequired());
  }

  /** {@return the member of that name; null if there is none} */
  @Nullable ConfigMember member(String key) {
    for (var member : members) {
      if (member.name().equals(key)) {
        return member;
      }
    }
    return entry;
  }

  /**
   * {@return the message for an unknown key: the nearest one, or all of them}
   *
   * @param prefix the path of this section with the separator of a key
   * @param except members that are not keys at this place
   */
  String unknown(String key, String prefix, ConfigMember... except) {
    var known =
        members.stream()
            .filter(member -> !List.of(except).contains(member))
            .map(ConfigMember::name)
            .toList();
    var nearest = Nearest.to(key, known);
    return nearest == null
        ? "unknown key; there are " + String.join(", ", known)
        : "unknown key; did you mean " + prefix + nearest + "?";
  }
}
