package dev.belay.gateway.call;

import dev.belay.mcp.envelope.Span;
import org.jspecify.annotations.Nullable;

/**
 * A digest of the shape of a call's arguments: their names, their types, and the magnitude of their
 * sizes, in whatever order. It has no values: of a number it has as many digits.
 *
 * <p>Reads what is known to be JSON, once, without copies, and at most {@link #LONGEST} bytes of
 * it; of what is behind them it has the size.
 */
public final class ArgumentShape {
  static final int LONGEST = 1 << 10;

  private final byte[] json;
  private final int stop;
  private final int end;
  private int at;

  private ArgumentShape(byte[] json, Span object) {
    this.json = json;
    end = object.end();
    stop = Math.min(end, object.offset() + LONGEST);
    at = object.offset();
  }

  /** {@return the shape of the arguments that lie there, never 0; null is no arguments} */
  public static long of(byte[] json, @Nullable Span arguments) {
    if (arguments == null || !arguments.isObject(json)) {
      return 1;
    }
    long sum = new ArgumentShape(json, arguments).members();
    return sum == 0 ? 1 : sum;
  }

  private long members() {
    long sum = 0;
    for (at++; nextString(); skipValueEnd()) {
      long name = name();
      skipTo(':');
      at++;
      skipSpace();
      if (at >= stop) {
        break;
      }
      int begin = at;
      int type = type(json[at]);
      skipValue();
      int size = (at < stop ? at : end) - begin;
      sum += mixed(name, type, type == '0' ? size : 64 + log2(size));
    }
    return sum;
  }

  /** Goes to the next name; false at the end of the object, or of what is read. */
  private boolean nextString() {
    while (at < stop && json[at] != '"' && json[at] != '}') {
      at++;
    }
    return at < stop && json[at] == '"';
  }

  private void skipTo(char what) {
    while (at < stop && json[at] != what) {
      at++;
    }
  }

  private void skipValueEnd() {
    skipSpace();
    if (at < stop && json[at] == ',') {
      at++;
    }
  }

  private void skipSpace() {
    while (at < stop && json[at] <= ' ') {
      at++;
    }
  }

  private long name() {
    long hash = 0xcbf29ce484222325L;
    for (at++; at < stop && json[at] != '"'; at++) {
      if (json[at] == '\\') {
        at++;
      }
      hash = (hash ^ json[Math.min(at, end - 1)]) * 0x100000001b3L;
    }
    at++;
    return hash;
  }

  private static int type(byte first) {
    return switch (first) {
      case '"', '{', '[', 'n' -> first;
      case 't', 'f' -> 't';
      default -> '0';
    };
  }

  private void skipValue() {
    int depth = 0;
    do {
      switch (json[at]) {
        case '"' -> skipString();
        case '{', '[' -> {
          depth++;
          at++;
        }
        case '}', ']' -> {
          depth--;
          at++;
        }
        default -> at++;
      }
    } while (at < stop && (depth > 0 || !isEnd(json[at])));
  }

  private static boolean isEnd(byte next) {
    return next == ',' || next == '}' || next == ']' || next <= ' ';
  }

  private void skipString() {
    for (at++; at < stop && json[at] != '"'; at++) {
      if (json[at] == '\\') {
        at++;
      }
    }
    at++;
  }

  private static int log2(int size) {
    return Integer.SIZE - Integer.numberOfLeadingZeros(size);
  }

  private static long mixed(long name, int type, int size) {
    long hash = name ^ ((long) type << 32 | size);
    hash = (hash ^ hash >>> 33) * 0xff51afd7ed558ccdL;
    hash = (hash ^ hash >>> 33) * 0xc4ceb9fe1a85ec53L;
    return hash ^ hash >>> 33;
  }
}
