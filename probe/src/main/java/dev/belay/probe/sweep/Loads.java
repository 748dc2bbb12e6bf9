package dev.belay.probe.sweep;

import java.util.List;
import java.util.TreeSet;

/** Parses loads: numbers separated by commas. */
public final class Loads {
  private static final int MOST_CLIENTS = 100_000;

  private Loads() {}

  /**
   * {@return numbers of clients, rising and distinct; blanks are skipped}
   *
   * @throws IllegalArgumentException if one is not a positive whole number, or there is none
   */
  public static List<Double> concurrency(String text) {
    var rule = "concurrency values must be positive integers";
    var loads = parse(text, rule, "concurrency value");
    require(
        loads.stream().allMatch(one -> one == Math.rint(one) && one <= MOST_CLIENTS), text, rule);
    return loads;
  }

  /**
   * {@return requests per second, rising and distinct; blanks are skipped}
   *
   * @throws IllegalArgumentException if one is not a positive number, or there is none
   */
  public static List<Double> rates(String text) {
    return parse(text, "rates must be positive numbers", "rate");
  }

  private static List<Double> parse(String text, String rule, String what) {
    var loads = new TreeSet<Double>();
    for (var word : text.split(",", -1)) {
      if (!word.isBlank()) {
        double load = number(word.strip(), text, rule);
        require(load > 0 && Double.isFinite(load), text, rule);
        loads.add(load);
      }
    }
    require(!loads.isEmpty(), text, "at least one " + what + " is needed");
    return List.copyOf(loads);
  }

  private static double number(String word, String text, String rule) {
    require(word.matches("[0-9]+([.][0-9]+)?"), text, rule);
    return Double.parseDouble(word);
  }

  private static void require(boolean holds, String text, String rule) {
    if (!holds) {
      throw new IllegalArgumentException(rule + ", not '" + text + "'");
    }
  }
}
