package dev.belay.config;

import dev.belay.config.Setting.Reload;
import dev.belay.core.name.Nearest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A section of the configuration, which owns its keys: adding one describes it.
 *
 * <p>Sections are made, and filled, by the classes whose settings they hold, as these are loaded.
 */
final class Section implements Member {
  private final String name;
  private final Reload reload;
  private final String doc;
  private final List<Member> members = new ArrayList<>();
  private @Nullable Member entry;
  private String noun = "";
  private Names names = Names.PLAIN;
  private List<Section> fallback = List.of();
  private boolean fileOnly;
  private boolean inline;

  /** How the path of an entry holds its name. */
  enum Names {
    /** {@code models.claude}. */
    PLAIN,
    /** {@code tools."files__*"}. */
    QUOTED,
    /** {@code access.rules[0]}: a list, without names. */
    INDEX
  }

  /**
   * Begins with no key.
   *
   * @param reload when changes of its keys hold, unless they say otherwise
   * @param doc what it is for
   */
  Section(String name, Reload reload, String doc) {
    this.name = name;
    this.reload = reload;
    this.doc = doc;
  }

  /** {@return a key of this section with a value where nothing is said} */
  <T> Setting<T> setting(String key, Codec<T> codec, T preset, String about) {
    return add(new Setting<>(key, codec, preset, "", reload, about));
  }

  Setting<Duration> seconds(String key, int preset, String about) {
    return setting(key, Span.CODEC, Duration.ofSeconds(preset), about);
  }

  Setting<Integer> number(String key, int least, int most, int preset, String about) {
    return setting(key, Codec.number(least, most), preset, about);
  }

  <E extends Enum<E>> Setting<E> choice(String key, E preset, String about) {
    return setting(key, Codec.choice(preset.getDeclaringClass()), preset, about);
  }

  /** {@return a key of this section for texts that are right where {@code fault} is null} */
  Setting<List<String>> texts(String key, Function<String, @Nullable String> fault, String about) {
    return setting(key, Codec.texts(Codec.Shape.LIST_OR_TEXT, fault), List.of(), about);
  }

  /**
   * {@return a key of this section that may have no value}
   *
   * @param unset what holds then, for the page of keys
   */
  <T> Setting<T> optional(String key, Codec<T> codec, String unset, String about) {
    return add(new Setting<>(key, codec, null, unset, reload, about));
  }

  /**
   * {@return a key of this section that says for fewer what that one says for all}
   *
   * @param unset what holds where it is not said, for the page of keys
   */
  <T> Setting<T> narrower(Setting<T> wider, String unset) {
    return optional(wider.name(), wider.codec(), unset, wider.doc());
  }

  /** {@return the same, whose value is that one's where it is not said} */
  <T> Setting<T> inheriting(Setting<T> wider, String unset) {
    return narrower(wider, unset).inherits(wider);
  }

  /** {@return this with one more section in it} */
  Section with(Section section) {
    add(section);
    return this;
  }

  /**
   * {@return this, with further entries that users name}
   *
   * @param each what each of them holds, be it a value or keys of its own
   * @param what what such a thing is called, as {@code a server}; empty where it may have no name
   */
  Section of(Member each, String what) {
    entry = each;
    noun = what;
    return this;
  }

  /** {@return this, whose entries' paths hold their names so} */
  Section named(Names style) {
    names = style;
    return this;
  }

  /** {@return this, whose inherited settings come from the section that these lead to} */
  Section fallback(Section... way) {
    fallback = List.of(way);
    return this;
  }

  /** {@return this, which no variable of the environment sets} */
  Section fileOnly() {
    fileOnly = true;
    return this;
  }

  /** {@return this, which is shown as one value} */
  Section inline() {
    inline = true;
    return this;
  }

  private <M extends Member> M add(M member) {
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

  /** {@return what it holds by a name of its own, in the order in which it is shown} */
  List<Member> members() {
    return members;
  }

  /** {@return what it holds by names that users give; null for nothing} */
  @Nullable Member entry() {
    return entry;
  }

  /** {@return what an entry is called, as {@code a server}; empty where it may have no name} */
  String noun() {
    return noun;
  }

  Names names() {
    return names;
  }

  /** {@return the way from the top to where inherited settings come from; empty for none} */
  List<Section> fallback() {
    return fallback;
  }

  boolean isFileOnly() {
    return fileOnly;
  }

  boolean isInline() {
    return inline;
  }

  /** {@return whether some keys have to be there as soon as one is} */
  boolean hasRequired() {
    return members.stream().anyMatch(one -> one instanceof Setting<?> key && key.isRequired());
  }

  /** {@return what there is of that name; null for nothing} */
  @Nullable Member member(String key) {
    for (var member : members) {
      if (member.name().equals(key)) {
        return member;
      }
    }
    return entry;
  }

  /**
   * {@return the words for an unknown key: the nearest one, or all there are}
   *
   * @param prefix path of this section with what separates it from a key
   * @param except what is no key where this was found
   */
  String unknown(String key, String prefix, Member... except) {
    var known =
        members.stream()
            .filter(member -> !List.of(except).contains(member))
            .map(Member::name)
            .toList();
    var nearest = Nearest.to(key, known);
    return nearest == null
        ? "unknown key; there are " + String.join(", ", known)
        : "unknown key; did you mean " + prefix + nearest + "?";
  }
}
