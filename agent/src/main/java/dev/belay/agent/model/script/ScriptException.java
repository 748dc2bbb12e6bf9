package dev.belay.agent.model.script;

import java.io.Serial;

/** A script cannot be followed: it is not there, or is none. */
public final class ScriptException extends Exception {
  @Serial private static final long serialVersionUID = 1L;

  /**
   * Says what is wrong.
   *
   * @param message one line for each fault, such as {@code demo.yaml:3:5: steps[0].sya: unknown
   *     key; did you mean say?}
   */
  public ScriptException(String message) {
    super(message);
  }
}
