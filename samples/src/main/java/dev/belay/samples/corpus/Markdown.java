package dev.belay.samples.corpus;

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
    var body = FRONT_MATTER.matcher(content).replaceFirst("");
    var heading = HEADING.matcher(body);
    var title = heading.find() ? plain(heading.group(1)) : name;
    // A heading is a paragraph of its own.
    var text = HEADING.matcher(FENCE.matcher(body).replaceAll("")).replaceAll("$1\n");
    return new ParsedDocument(title, plain(text));
  }

  private static String plain(String text) {
    return EMPHASIS.matcher(LINK.matcher(text).replaceAll("$1")).replaceAll("$2");
  }
}
