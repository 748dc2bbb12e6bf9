package dev.belay.bench.stall;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;

/**
 * What to run, and how to stall it.
 *
 * @param modules the modules whose tests run; empty for all
 * @param tests the pattern of tests to run instead of those tagged {@code process}
 * @param command the shell command to run instead of tests
 * @param seed the seed of all choices
 * @param every the mean time between the starts of two stalls
 * @param shortest the least length of a stall
 * @param longest the greatest length of a stall
 */
public record StallOptions(
    List<String> modules,
    Optional<String> tests,
    Optional<String> command,
    OptionalLong seed,
    Duration every,
    Duration shortest,
    Duration longest) {
  /** {@return the options among the typed words, which are removed; a malformed one stays} */
  public static StallOptions take(Collection<String> typed) {
    var shortest = millis(typed, "--from=", 2000);
    var longest = millis(typed, "--to=", 3000);
    return new StallOptions(
        values(typed, "--module=", "[a-z]+(,[a-z]+)*")
            .flatMap(value -> Stream.of(value.split(",", -1)))
            .toList(),
        values(typed, "--tests=", ".+").findFirst(),
        values(typed, "--command=", ".+").findFirst(),
        values(typed, "--seed=", "\\d{1,18}").mapToLong(Long::parseLong).findFirst(),
        millis(typed, "--every=", 1000),
        shortest,
        longest.compareTo(shortest) < 0 ? shortest : longest);
  }

  private static Duration millis(Collection<String> typed, String name, long usual) {
    return Duration.ofMillis(
        values(typed, name, "[1-9]\\d{0,5}").findFirst().map(Long::parseLong).orElse(usual));
  }

  private static Stream<String> values(Collection<String> typed, String name, String form) {
    var found =
        typed.stream()
            .filter(word -> word.startsWith(name) && word.substring(name.length()).matches(form))
            .sorted()
            .toList();
    typed.removeAll(found);
    return found.stream().map(word -> word.substring(name.length()));
  }
}
