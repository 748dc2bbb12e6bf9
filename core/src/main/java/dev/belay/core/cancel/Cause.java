package dev.belay.core.cancel;

/** Why a call was cancelled. A limit that fires is not a cause: it is an outcome of its own. */
public enum Cause {
  /** A person said stop. */
  USER("user"),
  /** The client that asked for the call took it back. */
  CLIENT("client"),
  /** The client that asked for the call is not there any more. */
  CLIENT_GONE("client gone"),
  /** What the call belonged to was cancelled. */
  PARENT("parent"),
  /** The turn that the call belonged to used up its time. */
  TURN_LIMIT("turn limit"),
  /** Belay is ending. */
  SHUTDOWN("shutdown");

  private final String text;

  Cause(String text) {
    this.text = text;
  }

  /** {@return the cause as people and journals read it} */
  public String text() {
    return text;
  }
}
