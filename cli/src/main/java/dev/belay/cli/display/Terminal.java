package dev.belay.cli.display;

import java.util.Locale;
import java.util.Map;

/**
 * Capabilities of standard error.
 *
 * @param live whether a line can be redrawn
 * @param colour whether colours are wanted
 * @param unicode whether more than ASCII can be shown
 * @param columns maximum length of a line
 */
public record Terminal(boolean live, boolean colour, boolean unicode, int columns) {
  private static final int USUAL_COLUMNS = 80;
  private static final int FEWEST_COLUMNS = 20;

  /** {@return the capabilities according to the environment, given whether it is a terminal} */
  public static Terminal of(Map<String, String> environment, boolean isTerminal) {
    boolean live = isTerminal && !environment.getOrDefault("TERM", "dumb").equals("dumb");
    boolean colour = live && environment.getOrDefault("NO_COLOR", "").isEmpty();
    return new Terminal(live, colour, unicode(environment), columns(environment));
  }

  private static boolean unicode(Map<String, String> environment) {
    for (var name : new String[] {"LC_ALL", "LC_CTYPE", "LANG"}) {
      var locale = environment.getOrDefault(name, "");
      if (!locale.isEmpty()) {
        return locale.toUpperCase(Locale.ROOT).replace("-", "").endsWith("UTF8");
      }
    }
    return false;
  }

  private static int columns(Map<String, String> environment) {
    try {
      int columns = Integer.parseInt(environment.getOrDefault("COLUMNS", ""));
      return columns < FEWEST_COLUMNS ? USUAL_COLUMNS : columns;
    } catch (NumberFormatException _) {
      return USUAL_COLUMNS;
    }
  }
}
