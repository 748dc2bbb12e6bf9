package dev.belay.bench.stall;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** What a suite that is no part of the Maven build writes: a line for each claim. */
final class CommandOutput {
  private static final Pattern CLAIM = Pattern.compile("\\s*(not )?ok\\b.*");
  private static final Pattern FALLEN = Pattern.compile("\\s*not ok\\b.*|.*\\bFAILED\\b.*");

  private CommandOutput() {}

  /** {@return the claims of these lines; each may have run at any time between these two} */
  static List<Claim> claims(List<String> lines, Instant begin, Instant end) {
    return lines.stream()
        .filter(line -> CLAIM.matcher(line).matches() || FALLEN.matcher(line).matches())
        .map(line -> new Claim(line.strip(), fallen(line), begin, end))
        .toList();
  }

  private static Optional<String> fallen(String line) {
    return FALLEN.matcher(line).matches() ? Optional.of("its time is not known") : Optional.empty();
  }
}
