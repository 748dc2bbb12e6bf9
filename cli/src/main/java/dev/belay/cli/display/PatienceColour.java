package dev.belay.cli.display;

import java.time.Duration;

/** The colour of an elapsed time: green up to 10 s, yellow to 30 s, red above (S1-69). */
final class PatienceColour {
  private static final Duration SHORT = Duration.ofSeconds(10);
  private static final Duration LONG = Duration.ofSeconds(30);
  private static final String PLAIN = "\u001b[0m";

  private PatienceColour() {}

  /** {@return the text in the colour of that time, or unchanged without colours} */
  static String of(Terminal terminal, String text, Duration elapsed) {
    if (!terminal.colour()) {
      return text;
    }
    var colour =
        elapsed.compareTo(SHORT) < 0
            ? "\u001b[32m"
            : elapsed.compareTo(LONG) <= 0 ? "\u001b[33m" : "\u001b[31m";
    return colour + text + PLAIN;
  }
}
