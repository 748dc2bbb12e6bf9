package dev.belay.core.call;

import java.time.Duration;

/** The two limits of a call. */
public enum Limit {
  /** Silence: no heartbeat for too long (S0-10). */
  IDLE("idle timeout") {
    @Override
    public String message(Duration allowed) {
      return silence(allowed) + " Tool should call heartbeat() during long work.";
    }
  },
  /** The hard cap over the whole run, regardless of progress (S0-12). */
  TOTAL("total timeout") {
    @Override
    public String message(Duration allowed) {
      return "Tool exceeded wall-clock limit of " + Seconds.text(allowed) + "s.";
    }
  };

  private final String text;

  Limit(String text) {
    this.text = text;
  }

  /** {@return the first sentence about silence, for tools that have no heartbeat to call} */
  static String silence(Duration allowed) {
    return "No progress for " + Seconds.text(allowed) + "s (idle timeout).";
  }

  /** {@return the name of the limit, for display} */
  public String text() {
    return text;
  }

  /** {@return the message of the outcome, to the letter of S0-11 and S0-13} */
  public abstract String message(Duration allowed);
}
