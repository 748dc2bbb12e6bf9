package dev.belay.cli.display;

import java.time.Duration;

/** A colour or weight of text, on terminals whose users want some. */
public enum Ink {
  /** As the terminal writes by itself. */
  PLAIN(""),
  /** For what is to be found at a glance. */
  BOLD("1"),
  /** For what is secondary. */
  FAINT("2"),
  /** For failures and long waits. */
  RED("31"),
  /** For successes and short waits. */
  GREEN("32"),
  /** For warnings and longer waits. */
  YELLOW("33");

  private static final Duration SHORT = Duration.ofSeconds(10);
  private static final Duration LONG = Duration.ofSeconds(30);

  private final String code;

  Ink(String code) {
    this.code = code;
  }

  /**
   * {@return the colour of an elapsed time: green up to 10 s, yellow to 30 s, red above (S1-69)}
   */
  static Ink of(Duration elapsed) {
    if (elapsed.compareTo(SHORT) < 0) {
      return GREEN;
    }
    return elapsed.compareTo(LONG) <= 0 ? YELLOW : RED;
  }

  /** {@return the text in this ink; unchanged without colours} */
  public String on(Terminal terminal, String text) {
    return terminal.colour() && this != PLAIN ? "\u001b[" + code + "m" + text + "\u001b[0m" : text;
  }
}
