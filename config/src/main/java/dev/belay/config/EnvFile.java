package dev.belay.config;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Reads a file of variables, as editors take beside {@code env}: {@code NAME=value} on each line,
 * in quotes or not, with comments behind {@code #}. Nothing in it is expanded.
 */
final class EnvFile {
  private static final String EXPORT = "export ";

  private EnvFile() {}

  /** {@return the variables, in their order; none after an error} */
  static Map<String, String> read(Path path, Origin at, String key, Findings findings) {
    var own = new Findings();
    var text = ConfigFile.text(path, path.toString(), own);
    if (text == null) {
      own.errors().forEach(fault -> findings.error(at, key, path + " " + fault.text()));
      return Map.of();
    }
    var variables = new LinkedHashMap<String, String>();
    int number = 0;
    for (var line : text.lines().toList()) {
      number++;
      var said = line.strip();
      if (said.isEmpty() || said.startsWith("#")) {
        continue;
      }
      var assignment = said.startsWith(EXPORT) ? said.substring(EXPORT.length()).strip() : said;
      int equals = assignment.indexOf('=');
      if (equals < 1) {
        findings.error(at, key, path + ":" + number + " is not of the form NAME=value");
      } else {
        variables.put(
            assignment.substring(0, equals).strip(), value(assignment.substring(equals + 1)));
      }
    }
    return variables;
  }

  private static String value(String written) {
    var value = written.strip();
    for (var quote : new String[] {"\"", "'"}) {
      int end = value.indexOf(quote, 1);
      if (value.startsWith(quote) && end > 0) {
        return value.substring(1, end);
      }
    }
    int comment = value.indexOf(" #");
    return comment < 0 ? value : value.substring(0, comment).strip();
  }
}
