package dev.belay.tools.result;

import java.time.Instant;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What a client may want to know of a piece of content (MCP 2026-07-28 §annotations).
 *
 * @param audience whom it is for; empty if nothing is said
 * @param priority from 0, which can be left out, to 1, without which the rest is nothing; null if
 *     nothing is said
 * @param lastModified when it was last changed; null if nothing is said
 */
public record Annotations(
    Set<Audience> audience, @Nullable Double priority, @Nullable Instant lastModified) {
  /** Nothing is said. */
  public static final Annotations NONE = new Annotations(Set.of(), null, null);

  /** Whom content is for. */
  public enum Audience {
    /** A person. */
    USER,
    /** A model. */
    ASSISTANT
  }

  /** Keeps its own set. */
  public Annotations {
    audience = Set.copyOf(audience);
    if (priority != null && !(priority >= 0 && priority <= 1)) {
      throw new IllegalArgumentException("a priority of " + priority + ": it is from 0 to 1");
    }
  }

  /** {@return these annotations of content for {@code whom}} */
  public static Annotations of(Audience... whom) {
    return new Annotations(Set.of(whom), null, null);
  }

  /** {@return the same with another priority, from 0 to 1} */
  public Annotations priority(double value) {
    return new Annotations(audience, value, lastModified);
  }

  /** {@return the same with another time of the last change} */
  public Annotations lastModified(Instant when) {
    return new Annotations(audience, priority, when);
  }
}
