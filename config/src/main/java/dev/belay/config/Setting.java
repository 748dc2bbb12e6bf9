package dev.belay.config;

import org.jspecify.annotations.Nullable;

/**
 * A key of the configuration, described once: files, variables, flags, {@code config show},
 * reloads, the page of keys and the schema for editors all go by this.
 *
 * @param <T> type of its values
 */
final class Setting<T> implements Member {
  /** When a changed value takes effect while Belay runs (S1-104). */
  enum Reload {
    /** From the next request or call on. */
    AT_ONCE,
    /** It is read once, where Belay begins to listen. */
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
   * Describes a key; {@link Section} has the ways to do that.
   *
   * @param preset value where nothing is said; null where that depends, or is nothing
   * @param unset the default in words where there is no {@code preset}
   * @param doc what it is for, in Markdown
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

  /** {@return this, whose changes hold otherwise than those of its section} */
  Setting<T> reloaded(Reload when) {
    reload = when;
    return this;
  }

  /** {@return this, which a section that says anything has to say} */
  Setting<T> required() {
    required = true;
    return this;
  }

  /**
   * {@return this, which inherits}
   *
   * @param from the setting of the section's fallback whose value holds where nothing is said
   */
  Setting<T> inherits(Setting<T> from) {
    wider = from;
    return this;
  }

  /** {@return this, which is shown where it is inherited, and not in its own section} */
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

  /** {@return the value where nothing is set; null for none} */
  @Nullable T preset() {
    return preset != null || wider == null ? preset : wider.preset();
  }

  /** {@return the default of this key itself; null where it depends, is inherited, or nothing} */
  @Nullable T ownPreset() {
    return preset;
  }

  /** {@return the default for people, in Markdown where it is no value} */
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
