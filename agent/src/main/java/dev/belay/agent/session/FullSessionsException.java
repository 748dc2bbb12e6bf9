package dev.belay.agent.session;

import java.io.Serial;

/**
 * There are as many conversations as there may be, of one principal or of all, and in each of them
 * a turn is under way.
 */
public final class FullSessionsException extends Exception {
  @Serial private static final long serialVersionUID = 1L;

  FullSessionsException(int sessions) {
    super(sessions + " sessions answer messages right now; try again when some have ended");
  }
}
