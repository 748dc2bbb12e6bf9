package dev.belay.samples.corpus;

import java.io.IOException;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** The kinds of documents that can be taken in, known by the ends of their names. */
enum Format {
  /** Read as it is. */
  TEXT(Set.of("txt", "text", "log", "rst", "adoc", "org")) {
    @Override
    ParsedDocument parse(String name, String content) {
      return new ParsedDocument(name, content);
    }
  },
  /** Read without marks, links and front matter. */
  MARKDOWN(Set.of("md", "markdown")) {
    @Override
    ParsedDocument parse(String name, String content) {
      return Markdown.parse(name, content);
    }
  },
  /** Read without tags, scripts and styles. */
  HTML(Set.of("html", "htm", "xhtml")) {
    @Override
    ParsedDocument parse(String name, String content) throws IOException {
      return Html.parse(name, content);
    }
  };

  private final Set<String> endings;

  Format(Set<String> endings) {
    this.endings = endings;
  }

  /** {@return the format of a file of that name; empty if it is none of these} */
  static Optional<Format> of(String name) {
    var ending = name.substring(name.lastIndexOf('.') + 1).toLowerCase(Locale.ROOT);
    return Arrays.stream(values()).filter(format -> format.endings.contains(ending)).findFirst();
  }

  /** {@return what is to be read of a document's content} */
  abstract ParsedDocument parse(String name, String content) throws IOException;
}
