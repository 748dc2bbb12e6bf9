package dev.belay.core.text;

import dev.belay.core.cancel.StoppedException;

/**
 * A text that a pattern is tried on, which ends the trying (C37): once its thread is interrupted,
 * or the pattern has looked at characters so often as none has to.
 *
 * <p>Looks are counted, and not time, so that the same text always ends the same way. For use by
 * one thread.
 */
public final class StoppableText implements CharSequence {
  private static final long EACH = 50;
  private static final long USUAL = 100_000_000;

  private final CharSequence text;
  private final Looks left;

  /** How often may still be looked, at this and at each part of it. */
  private static final class Looks {
    private long left;

    Looks(long left) {
      this.left = left;
    }
  }

  /** Bears a hundred million looks, which take about a second, beside fifty for each character. */
  public StoppableText(CharSequence text) {
    this(text, USUAL);
  }

  /**
   * Bears so many looks.
   *
   * @param most beside fifty for each character
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
