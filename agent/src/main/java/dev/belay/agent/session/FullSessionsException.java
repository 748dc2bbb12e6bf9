package dev.belay.agent.session;

import java.io.Serial;

/** There are as many conversations as there may be, and in each of them a turn is under way. */
public final class FullSessionsException extends Exception {
  @Serial private static final long serialVersionUID = 1L;

  FullSessionsException() {
    super(Sessions.MOST + " sessions answer messages right now; try again when some have ended");
  }
}
