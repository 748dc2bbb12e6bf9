package dev.belay.config;

/** Line and column of a position in a text. */
final class TextPlace {
  private TextPlace() {}

  static Origin of(String file, CharSequence text, int position) {
    var line = 1;
    var column = 1;
    for (var i = 0; i < Math.min(position, text.length()); i++) {
      column++;
      if (text.charAt(i) == '\n') {
        line++;
        column = 1;
      }
    }
    return new Origin(file, line, column);
  }
}
