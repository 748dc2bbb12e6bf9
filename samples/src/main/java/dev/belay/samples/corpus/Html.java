package dev.belay.samples.corpus;

import dev.belay.core.text.StoppableText;
import java.io.IOException;
import java.io.StringReader;
import java.io.StringWriter;
import java.util.regex.Pattern;
import org.apache.lucene.analysis.charfilter.HTMLStripCharFilter;

/** Reads HTML without its tags. */
final class Html {
  private static final Pattern TITLE =
      Pattern.compile("<title[^>]*>(.*?)</title\\s*>", Pattern.DOTALL | Pattern.CASE_INSENSITIVE);
  private static final Pattern BLANK_LINES = Pattern.compile("[ \\t]*\\R\\s*\\R\\s*");

  private Html() {}

  static ParsedDocument parse(String name, String content) throws IOException {
    var title = TITLE.matcher(new StoppableText(content));
    var named = title.find() ? stripped(title.group(1)) : "";
    var body = title.reset().replaceFirst("");
    return new ParsedDocument(named.isBlank() ? name : named, stripped(body));
  }

  private static String stripped(String html) throws IOException {
    var text = new StringWriter();
    try (var reader = new HTMLStripCharFilter(new StringReader(html))) {
      reader.transferTo(text);
    }
    return BLANK_LINES.matcher(new StoppableText(text.toString())).replaceAll("\n\n").strip();
  }
}
