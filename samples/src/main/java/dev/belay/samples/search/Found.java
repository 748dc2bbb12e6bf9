package dev.belay.samples.search;

/** What a search has found so far, as a text of bounded length. For use by one thread. */
final class Found {
  /** A line of code is shorter; one of generated code is not worth more. */
  private static final int LINE_CHARS = 300;

  private static final int TEXT_CHARS = 256 * 1024;

  private final StringBuilder text = new StringBuilder();
  private final int most;
  private int matches;
  private int filesWithMatches;
  private int files;
  private int binary;
  private int large;

  Found(int most) {
    this.most = most;
  }

  boolean isFull() {
    return matches >= most || text.length() >= TEXT_CHARS;
  }

  int matches() {
    return matches;
  }

  int files() {
    return files;
  }

  void line(String file, int number, String line) {
    var shown = line.strip();
    text.append(file).append(':').append(number).append(": ");
    if (shown.length() > LINE_CHARS) {
      text.append(shown, 0, LINE_CHARS).append(" […]");
    } else {
      text.append(shown);
    }
    text.append('\n');
    matches++;
  }

  void searched(boolean hasMatches) {
    files++;
    if (hasMatches) {
      filesWithMatches++;
    }
  }

  void binary() {
    binary++;
  }

  void large() {
    large++;
  }

  /** {@return all of it, and what was left out} */
  String text(String filePattern, int unreadable) {
    text.append(
        matches == 0
            ? "No matches in %d files of %s.".formatted(files, filePattern)
            : "%d matches in %d of %d files.".formatted(matches, filesWithMatches, files));
    if (isFull()) {
      text.append(
          matches >= most
              ? " Stopped at max_results=" + most + ": there may be more."
              : " Stopped at " + TEXT_CHARS + " characters: there may be more.");
    }
    leftOut(binary, "binary");
    leftOut(large, "too large");
    leftOut(unreadable, "not readable");
    return text.toString();
  }

  private void leftOut(int count, String why) {
    if (count > 0) {
      text.append(" Left out, ").append(why).append(": ").append(count).append('.');
    }
  }
}
