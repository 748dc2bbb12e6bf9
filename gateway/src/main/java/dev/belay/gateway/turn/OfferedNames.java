package dev.belay.gateway.turn;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.regex.Pattern;

/**
 * Which tools models can be told of: providers take no name that is longer, or has other characters
 * in it. Of each that is left out it is said once. Safe for use by many threads.
 */
final class OfferedNames {
  private static final Pattern ACCEPTED = Pattern.compile("[a-zA-Z0-9_-]{1,64}");
  private static final int MOST_TOLD = 1_000;

  private final Set<String> told = ConcurrentHashMap.newKeySet();
  private final Consumer<String> report;

  /** Says to {@code report} what is left out. */
  OfferedNames(Consumer<String> report) {
    this.report = report;
  }

  boolean accepts(OfferedTool tool) {
    var name = tool.name();
    if (ACCEPTED.matcher(name).matches()) {
      return true;
    }
    if (told.size() < MOST_TOLD && told.add(name)) {
      report.accept(
          "models are not told of the tool \""
              + name
              + "\": providers take names of 1 to 64 letters, digits, _ and - only; a shorter name"
              + " of its server, or mcp.prefix, may help");
    }
    return false;
  }
}
