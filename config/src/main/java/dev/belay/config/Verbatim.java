package dev.belay.config;

/**
 * A text that is taken as it stands: what a model is told may well speak of {@code ${NAME}} and
 * mean just that.
 */
record Verbatim(String text) {
  private static final int SHOWN = 72;

  /** {@return the text on one line, cut where it is long} */
  String shown() {
    var line = text.strip().replaceAll("\\s+", " ");
    return line.codePointCount(0, line.length()) <= SHOWN
        ? line
        : line.substring(0, line.offsetByCodePoints(0, SHOWN)) + "…";
  }
}
