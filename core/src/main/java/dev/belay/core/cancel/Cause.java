package dev.belay.core.cancel;

/** Why a call was cancelled. A limit that fires is not a cause but an outcome of its own. */
public enum Cause {
  /** A person cancelled it. */
  USER("user"),
  /** The client that made the call cancelled it. */
  CLIENT("client"),
  /** The client that made the call is gone. */
  CLIENT_GONE("client gone"),
  /** The parent of the call was cancelled. */
  PARENT("parent"),
  /** The turn that the call belongs to used up its time. */
  TURN_LIMIT("turn limit"),
  /** Belay is shutting down. */
  SHUTDOWN("shutdown");

  private final String text;

  Cause(String text) {
    this.text = text;
  }

  /** {@return the name of the cause, for display and journals} */
  public String text() {
    return text;
  }
}
