package dev.belay.gateway.turn;

import dev.belay.mcp.envelope.Controls;

/** Names that callers and models choose, and that reach logs, threads and terminals. */
public final class Named {
  /** Longer ones are no names. */
  static final int LONGEST = 500;

  private Named() {}

  /**
   * {@return the name as it is}
   *
   * @throws InvalidTurn if it is too long, or has line breaks, other control characters, or such as
   *     turn writing around
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
