package dev.belay.samples.corpus;

import java.io.IOException;
import java.util.Arrays;
import java.util.Optional;
import java.util.regex.Pattern;

/** The kinds of documents that can be taken in, known by the ends of their names. */
enum Format {
  /** Read as it is. */
  TEXT("txt|text|log|rst|adoc|org") {
    @Override
    ParsedDocument parse(String name, String content) {
      return new ParsedDocument(name, content);
    }
  },
  /** Read without marks, links and front matter. */
  MARKDOWN("md|markdown") {
    @Override
    ParsedDocument parse(String name, String content) {
      return Markdown.parse(name, content);
    }
  },
  /** Read without tags, scripts and styles. */
  HTML("html|htm|xhtml") {
    @Override
    ParsedDocument parse(String name, String content) throws IOException {
      return Html.parse(name, content);
    }
  };

  private final Pattern names;

  Format(String endings) {
    names = Pattern.compile(".*\\.(" + endings + ")", Pattern.CASE_INSENSITIVE);
  }

  /** {@return the format of a file of that name; empty if it is none of these} */
  static Optional<Format> of(String name) {
    return Arrays.stream(values())
        .filter(format -> format.names.matcher(name).matches())
        .findFirst();
  }

  /** {@return what is to be read of a document's content} */
  abstract ParsedDocument parse(String name, String content) throws IOException;
}
