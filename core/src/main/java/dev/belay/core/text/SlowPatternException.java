package dev.belay.core.text;

/** Thrown when matching a pattern exceeds its bound on steps. */
public final class SlowPatternException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  SlowPatternException(int length) {
    super(
        "The pattern takes too long on a text of %,d characters: it tries too many ways to match."
            .formatted(length));
  }
}
