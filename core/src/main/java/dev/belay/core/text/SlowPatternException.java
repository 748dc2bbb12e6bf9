package dev.belay.core.text;

/** A pattern tried for so long that it was given up. */
public final class SlowPatternException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  SlowPatternException(int length) {
    super(
        "The pattern takes too long on a text of %,d characters: it tries too many ways to match."
            .formatted(length));
  }
}
