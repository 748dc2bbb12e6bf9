package dev.belay.gateway.turn;

import dev.belay.mcp.envelope.Controls;

/** Checks names that callers and models choose, and that reach logs, threads and terminals. */
public final class Named {
  /** The maximum length of a name. */
  static final int LONGEST = 500;

  private Named() {}

  /**
   * {@return the name, unchanged}
   *
   * @throws InvalidTurn if it is too long, or has line breaks, other control characters, or marks
   *     that change the direction of writing
   */
  public static String checked(String name, String where) throws InvalidTurn {
    if (name.length() > LONGEST) {
      throw new InvalidTurn(where + " is longer than " + LONGEST + " characters");
    }
    if (Controls.isIn(name)) {
      throw new InvalidTurn(where + " has control characters");
    }
    return name;
  }
}
