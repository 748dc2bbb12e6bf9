package dev.belay.agent.model.script;

import java.io.Serial;

/** Thrown for a script that is missing or invalid. */
public final class ScriptException extends Exception {
  @Serial private static final long serialVersionUID = 1L;

  /**
   * Creates an exception.
   *
   * @param message one line per fault, such as {@code demo.yaml:3:5: steps[0].sya: unknown key; did
   *     you mean say?}
   */
  public ScriptException(String message) {
    super(message);
  }
}
