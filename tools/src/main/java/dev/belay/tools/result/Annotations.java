package dev.belay.tools.result;

import java.time.Instant;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Metadata of a piece of content for clients (MCP 2026-07-28 §annotations).
 *
 * @param audience its readers; empty if unspecified
 * @param priority from 0, optional, to 1, indispensable; null if unspecified
 * @param lastModified time of the last change; null if unspecified
 */
public record Annotations(
    Set<Audience> audience, @Nullable Double priority, @Nullable Instant lastModified) {
  /** No annotations. */
  public static final Annotations NONE = new Annotations(Set.of(), null, null);

  /** A reader of content. */
  public enum Audience {
    /** A person. */
    USER,
    /** A model. */
    ASSISTANT
  }

  /** Makes a defensive copy. */
  public Annotations {
    audience = Set.copyOf(audience);
    if (priority != null && !(priority >= 0 && priority <= 1)) {
      throw new IllegalArgumentException("a priority of " + priority + ": it is from 0 to 1");
    }
  }

  /** {@return annotations with that audience alone} */
  public static Annotations of(Audience... whom) {
    return new Annotations(Set.of(whom), null, null);
  }

  /** {@return these annotations with another priority, from 0 to 1} */
  public Annotations priority(double value) {
    return new Annotations(audience, value, lastModified);
  }

  /** {@return these annotations with another time of the last change} */
  public Annotations lastModified(Instant when) {
    return new Annotations(audience, priority, when);
  }
}
