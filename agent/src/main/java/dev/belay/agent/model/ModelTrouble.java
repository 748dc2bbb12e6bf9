package dev.belay.agent.model;

/** Why a model said nothing that can be used. */
public enum ModelTrouble {
  /** The provider does not accept the request: a wrong key, an unknown model, a bad message. */
  REFUSED,
  /** Too many requests (HTTP 429). */
  RATE_LIMITED,
  /** The provider has too much to do (HTTP 503, 529). */
  OVERLOADED,
  /** The provider failed (other HTTP 5xx), or cannot be reached. */
  FAILED,
  /** The stream ended in the middle, or was not what it should be. */
  BROKEN,
  /** Nothing came for too long. */
  SILENT,
  /** Somebody stopped it. */
  STOPPED;

  /** {@return whether asking again may help} */
  public boolean mayPass() {
    return switch (this) {
      case RATE_LIMITED, OVERLOADED, FAILED, BROKEN, SILENT -> true;
      case REFUSED, STOPPED -> false;
    };
  }
}
