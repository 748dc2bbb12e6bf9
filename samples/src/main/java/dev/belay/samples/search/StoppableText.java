package dev.belay.samples.search;

import dev.belay.core.cancel.StoppedException;

/**
 * A text of which nothing can be read any more once its reader is interrupted: so ends a pattern
 * that would try for hours.
 */
record StoppableText(CharSequence text) implements CharSequence {
  @Override
  public char charAt(int index) {
    if (Thread.currentThread().isInterrupted()) {
      throw new StoppedException("The search was stopped");
    }
    return text.charAt(index);
  }

  @Override
  public int length() {
    return text.length();
  }

  @Override
  public CharSequence subSequence(int start, int end) {
    return new StoppableText(text.subSequence(start, end));
  }

  @Override
  public String toString() {
    return text.toString();
  }
}
