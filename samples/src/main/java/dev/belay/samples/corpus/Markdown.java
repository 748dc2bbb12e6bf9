package dev.belay.samples.corpus;

import dev.belay.core.text.StoppableText;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads Markdown as a person would have it read aloud. */
final class Markdown {
  private static final Pattern FRONT_MATTER =
      Pattern.compile("\\A---\\R.*?\\R---\\R", Pattern.DOTALL);
  private static final Pattern HEADING =
      Pattern.compile("^#{1,6}\\s+(.*?)\\s*#*$", Pattern.MULTILINE);
  private static final Pattern LINK = Pattern.compile("!?\\[([^\\]]*)]\\([^)]*\\)");
  private static final Pattern FENCE = Pattern.compile("^\\s*(```|~~~).*$", Pattern.MULTILINE);
  private static final Pattern EMPHASIS = Pattern.compile("(\\*\\*|__|[*`])(\\S[^\\n]*?)\\1");

  private Markdown() {}

  static ParsedDocument parse(String name, String content) {
    var body = on(FRONT_MATTER, content).replaceFirst("");
    var heading = on(HEADING, body);
    var title = heading.find() ? plain(heading.group(1)) : name;
    // A heading is a paragraph of its own.
    var text = on(HEADING, on(FENCE, body).replaceAll("")).replaceAll("$1\n");
    return new ParsedDocument(title, plain(text));
  }

  private static Matcher on(Pattern pattern, String text) {
    return pattern.matcher(new StoppableText(text));
  }

  private static String plain(String text) {
    return on(EMPHASIS, on(LINK, text).replaceAll("$1")).replaceAll("$2");
  }
}
