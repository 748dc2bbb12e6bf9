package dev.belay.testbed.conformance;

import dev.belay.mcp.server.Speaks;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;

/**
 * Command line of the server.
 *
 * @param eras that it speaks
 * @param isByFirstWord whether the first message of each client decides on one of both eras
 * @param port on 127.0.0.1, 0 for any; -1 for stdio
 */
record ConformanceOptions(Speaks eras, boolean isByFirstWord, int port) {
  private static final int STDIO = -1;

  boolean isStdio() {
    return port == STDIO;
  }

  static ConformanceOptions parse(String... arguments) {
    var eras = Speaks.BOTH;
    boolean isByFirstWord = false;
    int port = STDIO;
    var each = List.of(arguments).iterator();
    while (each.hasNext()) {
      var option = each.next();
      switch (option) {
        case "--era" -> {
          var era = value(option, each);
          isByFirstWord = era.equals("first");
          eras = isByFirstWord ? Speaks.BOTH : Speaks.valueOf(era.toUpperCase(Locale.ROOT));
        }
        case "--http" -> port = Integer.parseInt(value(option, each));
        default -> throw new IllegalArgumentException("unknown option " + option);
      }
    }
    return new ConformanceOptions(eras, isByFirstWord, port);
  }

  private static String value(String option, Iterator<String> rest) {
    if (!rest.hasNext()) {
      throw new IllegalArgumentException(option + " needs a value");
    }
    return rest.next();
  }
}
