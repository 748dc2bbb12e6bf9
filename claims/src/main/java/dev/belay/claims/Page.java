package dev.belay.claims;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A page whose tables have a row for each claim: its number, its text, and the tests that prove it.
 */
record Page(Path file, String text) {
  private static final Pattern ROW =
      Pattern.compile("(?m)^\\| ([A-Z]+\\d+(?:-\\d+)?) \\| (.+?) \\|(.*)\\|$");

  static List<Page> all(Path root) throws IOException {
    var pages = new ArrayList<Page>();
    try (var files = Files.list(root.resolve("docs"))) {
      for (var file :
          files.filter(each -> each.toString().endsWith("-proofs.md")).sorted().toList()) {
        pages.add(new Page(file, Files.readString(file)));
      }
    }
    return pages;
  }

  /** {@return the text of each claim, by its number} */
  Map<String, String> claims() {
    var claims = new LinkedHashMap<String, String>();
    ROW.matcher(text).results().forEach(row -> claims.put(row.group(1), row.group(2)));
    return claims;
  }

  /** {@return this page with other proofs in its rows} */
  Page with(Function<String, String> proofs) {
    return new Page(
        file,
        ROW.matcher(text)
            .replaceAll(row ->
                Matcher.quoteReplacement(
                    "| %s | %s | %s |"
                        .formatted(row.group(1), row.group(2), proofs.apply(row.group(1))))));
  }

  void write() throws IOException {
    Files.writeString(file, text);
  }
}
