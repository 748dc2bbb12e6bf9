package dev.belay.config;

import org.jspecify.annotations.Nullable;

/**
 * A key of the configuration, described once: files, variables, flags, {@code config show},
 * reloads, the page of keys and the schema for editors all use this description.
 *
 * @param <T> the type of its values
 */
final class Setting<T> implements ConfigMember {
  /** When a changed value takes effect while Belay runs (S1-104). */
  enum Reload {
    /** From the next request or call on. */
    AT_ONCE,
    /** At the next start: it is read once, when Belay begins to listen. */
    NEXT_START
  }

  private final String name;
  private final Codec<T> codec;
  private final @Nullable T preset;
  private final String unset;
  private final String doc;
  private Reload reload;
  private @Nullable Setting<T> wider;
  private boolean required;
  private boolean template;

  /**
   * Creates a key; {@link Section} has the factory methods.
   *
   * @param preset the default value; null if it depends on others, or there is none
   * @param unset the default in words if there is no {@code preset}
   * @param doc its description, in Markdown
   */
  Setting(
      String name, Codec<T> codec, @Nullable T preset, String unset, Reload reload, String doc) {
    this.name = name;
    this.codec = codec;
    this.preset = preset;
    this.unset = unset;
    this.reload = reload;
    this.doc = doc;
  }

  /** {@return this, with another time of effect than its section} */
  Setting<T> reloaded(Reload when) {
    reload = when;
    return this;
  }

  /** {@return this, required once its section sets any key} */
  Setting<T> required() {
    required = true;
    return this;
  }

  /**
   * {@return this, with an inherited value}
   *
   * @param from the setting of the section's fallback that is used if this one is unset
   */
  Setting<T> inherits(Setting<T> from) {
    wider = from;
    return this;
  }

  /** {@return this, displayed where it is inherited, and not in its own section} */
  Setting<T> template() {
    template = true;
    return this;
  }

  @Override
  public String name() {
    return name;
  }

  Codec<T> codec() {
    return codec;
  }

  /** {@return the value if nothing is set; null for none} */
  @Nullable T preset() {
    return preset != null || wider == null ? preset : wider.preset();
  }

  /**
   * {@return the default of this key itself; null if it depends on others, is inherited, or there
   * is none}
   */
  @Nullable T ownPreset() {
    return preset;
  }

  /** {@return the default for people, in Markdown if it is not a value} */
  String shownDefault() {
    return preset == null ? unset : codec.show(preset, null);
  }

  Reload reload() {
    return reload;
  }

  boolean isRequired() {
    return required;
  }

  boolean isInherited() {
    return wider != null;
  }

  boolean isTemplate() {
    return template;
  }

  @Override
  public String doc() {
    return doc;
  }
}
