package dev.belay.cli.clients;

import dev.belay.cli.clients.Node.Other;
import dev.belay.cli.clients.Node.Text;

/** Reads the words of a TOML text one after the other. */
final class TomlScanner {
  private static final char END = '\0';

  private final String text;
  private int at;

  TomlScanner(String text) {
    this.text = text;
    at = text.startsWith("\uFEFF") ? 1 : 0;
  }

  int at() {
    return at;
  }

  boolean isAtEnd() {
    return at == text.length();
  }

  boolean isAt(char wanted) {
    return at < text.length() && text.charAt(at) == wanted;
  }

  String written(int from, int to) {
    return text.substring(from, to);
  }

  private char now() {
    return at < text.length() ? text.charAt(at) : END;
  }

  int startOfLine() {
    return text.lastIndexOf('\n', at - 1) + 1;
  }

  boolean take(String word) {
    boolean isThere = text.startsWith(word, at);
    at += isThere ? word.length() : 0;
    return isThere;
  }

  void require(char wanted) throws NotUnderstood {
    if (!isAt(wanted)) {
      throw wrong("expected " + wanted);
    }
    at++;
  }

  void skipSpaces() {
    while (isAt(' ') || isAt('\t')) {
      at++;
    }
  }

  /** Skips spaces, line breaks and comments. */
  void skipBlankLines() {
    while (true) {
      skipSpaces();
      if (isAt('#')) {
        skipComment();
      } else if (isAt('\n') || text.startsWith("\r\n", at)) {
        at++;
      } else {
        return;
      }
    }
  }

  private void skipComment() {
    int end = text.indexOf('\n', at);
    at = end < 0 ? text.length() : end;
  }

  /** Skips the rest of a line, which holds nothing but a comment, and its line break. */
  void endOfLine() throws NotUnderstood {
    skipSpaces();
    if (isAt('#')) {
      skipComment();
    }
    if (!isAtEnd() && !take("\n") && !take("\r\n")) {
      throw wrong("expected the end of the line");
    }
  }

  String key() throws NotUnderstood {
    if (isAt('"') || isAt('\'')) {
      return string().value();
    }
    int start = at;
    while (isBare(now())) {
      at++;
    }
    if (at == start) {
      throw wrong("expected a key");
    }
    return text.substring(start, at);
  }

  private static boolean isBare(char sign) {
    return (sign >= 'a' && sign <= 'z')
        || (sign >= 'A' && sign <= 'Z')
        || (sign >= '0' && sign <= '9')
        || sign == '_'
        || sign == '-';
  }

  Text string() throws NotUnderstood {
    int start = at;
    char quote = now();
    boolean isLong = take(String.valueOf(quote).repeat(3));
    if (!isLong) {
      at++;
    }
    var value = new StringBuilder();
    if (isLong && !take("\n")) {
      take("\r\n");
    }
    while (!isClosed(quote, isLong, value)) {
      if (isAtEnd() || (!isLong && isAt('\n'))) {
        at = Math.min(start, text.length());
        throw wrong("a string without its end");
      }
      if (quote == '"' && isAt('\\')) {
        escape(isLong, value);
      } else {
        value.append(text.charAt(at++));
      }
    }
    return new Text(value.toString(), start, at);
  }

  private boolean isClosed(char quote, boolean isLong, StringBuilder value) {
    if (!isAt(quote)) {
      return false;
    }
    if (!isLong) {
      at++;
      return true;
    }
    int count = 0;
    while (count < 5 && at + count < text.length() && text.charAt(at + count) == quote) {
      count++;
    }
    if (count < 3) {
      return false;
    }
    // Up to two quotes may stand before the three that end it.
    value.repeat(quote, count - 3);
    at += count;
    return true;
  }

  private void escape(boolean isLong, StringBuilder value) throws NotUnderstood {
    at++;
    char sign = now();
    int plain = "btnfre\"\\".indexOf(sign);
    if (sign == 'u' || sign == 'U' || sign == 'x') {
      at++;
      value.appendCodePoint(number(sign == 'u' ? 4 : sign == 'U' ? 8 : 2));
    } else if (sign != END && plain >= 0) {
      at++;
      value.append("\b\t\n\f\r\u001b\"\\".charAt(plain));
    } else if (isLong && Character.isWhitespace(sign)) {
      while (Character.isWhitespace(now())) {
        at++;
      }
    } else {
      throw wrong("an escape that TOML does not have");
    }
  }

  private int number(int digits) throws NotUnderstood {
    try {
      int end = Math.min(text.length(), at + digits);
      int code = Integer.parseUnsignedInt(text.substring(at, end), 16);
      if (!Character.isValidCodePoint(code)) {
        throw wrong("an escape that is no character");
      }
      at = end;
      return code;
    } catch (NumberFormatException _) {
      throw wrong("an escape that is no character");
    }
  }

  /** Reads a number, a boolean or a date, which nothing here asks for. */
  Other other() throws NotUnderstood {
    int start = at;
    while (!isAtEnd() && ",]}#\r\n\t".indexOf(now()) < 0 && !endsHere()) {
      at++;
    }
    if (at == start) {
      throw wrong("expected a value");
    }
    return new Other(text.substring(start, at), start, at);
  }

  /** A date may be apart from its time by a single space; any other space ends a value. */
  private boolean endsHere() {
    return isAt(' ') && !(at + 1 < text.length() && Character.isDigit(text.charAt(at + 1)));
  }

  NotUnderstood wrong(String what) {
    int line = 1 + (int) text.substring(0, at).chars().filter(sign -> sign == '\n').count();
    return new NotUnderstood(line, what);
  }
}
