package dev.belay.config;

import org.jspecify.annotations.Nullable;

/**
 * The source of a value: a place in a file, a flag, an environment variable, or the default.
 *
 * @param name the file as named by the user, the flag, the variable or {@code default}
 * @param line counted from 1; 0 if the source has no lines
 * @param column counted from 1; 0 if the source has no lines
 */
public record Origin(String name, int line, int column) {
  /** The origin of every unset value. */
  public static final Origin DEFAULT = new Origin("default", 0, 0);

  /** {@return the place of a position in a text} */
  static Origin in(String file, CharSequence text, int position) {
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

  static Origin named(String name) {
    return new Origin(name, 0, 0);
  }

  /** {@return whether it is an option of the command line, which takes precedence} */
  boolean isFlag() {
    return line == 0 && name.startsWith("--");
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Origin origin
        && line == origin.line
        && column == origin.column
        && name.equals(origin.name);
  }

  @Override
  public int hashCode() {
    return 31 * (31 * name.hashCode() + line) + column;
  }

  /** {@return the origin as {@code config show} prints it, such as {@code belay.yaml:3}} */
  @Override
  public String toString() {
    return line == 0 ? name : name + ":" + line;
  }

  /** {@return the origin with its column, such as {@code belay.yaml:3:5}, as compilers print it} */
  public String exact() {
    return line == 0 ? name : this + ":" + column;
  }
}
