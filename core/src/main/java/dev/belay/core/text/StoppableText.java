package dev.belay.core.text;

import dev.belay.core.cancel.StoppedException;

/**
 * A text with bounded matching (C37): matching ends once its thread is interrupted, or the pattern
 * has looked at characters more often than any reasonable one.
 *
 * <p>Looks are counted rather than time, so that the same text always ends the same way. For use by
 * one thread.
 */
public final class StoppableText implements CharSequence {
  private static final long EACH = 50;
  private static final long USUAL = 100_000_000;

  private final CharSequence text;
  private final Looks left;

  /** The number of looks left, for this text and every part of it. */
  private static final class Looks {
    private long left;

    Looks(long left) {
      this.left = left;
    }
  }

  /**
   * Creates a text that allows a hundred million looks, which take about a second, plus fifty for
   * each character.
   */
  public StoppableText(CharSequence text) {
    this(text, USUAL);
  }

  /**
   * Creates a text that allows this many looks.
   *
   * @param most the number of looks, without the fifty for each character
   */
  public StoppableText(CharSequence text, long most) {
    this(text, new Looks(most + EACH * text.length()));
  }

  private StoppableText(CharSequence text, Looks left) {
    this.text = text;
    this.left = left;
  }

  /**
   * {@inheritDoc}
   *
   * @throws StoppedException once the thread is interrupted
   * @throws SlowPatternException after too many looks
   */
  @Override
  public char charAt(int index) {
    if (Thread.currentThread().isInterrupted()) {
      throw new StoppedException("The search was stopped");
    }
    if (--left.left < 0) {
      throw new SlowPatternException(text.length());
    }
    return text.charAt(index);
  }

  @Override
  public int length() {
    return text.length();
  }

  @Override
  public CharSequence subSequence(int start, int end) {
    return new StoppableText(text.subSequence(start, end), left);
  }

  @Override
  public String toString() {
    return text.toString();
  }
}
