package dev.belay.bench.stall;

import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * A process that stood still.
 *
 * @param from the time of its stop
 * @param length the time until it was continued
 * @param commandLine the process as it was started
 */
record Stall(Instant from, Duration length, long pid, String commandLine) {
  private static final int SHOWN = 120;

  /** The options of a JVM and their values, which say nothing about the program that it runs. */
  private static final Pattern JVM_OPTIONS =
      Pattern.compile(
          " (-(cp|classpath|p|-module-path) \\S+|-([XDa]|javaagent)\\S*|--\\S+=\\S+)(?= )");

  boolean overlaps(Instant begin, Instant end) {
    return from.isBefore(end) && from.plus(length).isAfter(begin);
  }

  /** {@return when, how long, and which process, in one line} */
  String line() {
    return String.format(
        Locale.ROOT, "%s %.1f s, pid %d: %s", from, length.toMillis() / 1e3, pid, program());
  }

  private String program() {
    var line = commandLine.replaceAll("\\s+", " ");
    int end = line.indexOf(' ') < 0 ? line.length() : line.indexOf(' ');
    var program = line.substring(line.lastIndexOf('/', end - 1) + 1);
    if (program.startsWith("java ")) {
      program = JVM_OPTIONS.matcher(program).replaceAll("");
    }
    return program.length() <= SHOWN ? program : program.substring(0, SHOWN) + "…";
  }
}
