package dev.belay.samples.corpus;

import dev.belay.core.text.StoppableText;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * What is to be read of a document.
 *
 * @param title its own, or the name of its file
 * @param text without markup
 */
record ParsedDocument(String title, String text) {
  /** About a paragraph or two: what fits into an answer, and has one subject. */
  private static final int PASSAGE_CHARS = 1500;

  /** What is between paragraphs. */
  static final Pattern PARAGRAPHS = Pattern.compile("\\n\\s*\\n");

  /** {@return the text in pieces that end with a paragraph where they can; at least one} */
  List<String> passages() {
    var passages = new ArrayList<String>();
    var passage = new StringBuilder();
    for (var paragraph : PARAGRAPHS.splitAsStream(new StoppableText(text)).toList()) {
      for (var piece : pieces(paragraph.strip())) {
        if (!passage.isEmpty() && passage.length() + piece.length() > PASSAGE_CHARS) {
          passages.add(passage.toString());
          passage.setLength(0);
        }
        passage.append(passage.isEmpty() ? "" : "\n\n").append(piece);
      }
    }
    passages.add(passage.toString());
    return passages;
  }

  /** {@return a paragraph as it is, or in parts if it is longer than a passage} */
  private static List<String> pieces(String paragraph) {
    var pieces = new ArrayList<String>();
    var rest = paragraph;
    while (rest.length() > PASSAGE_CHARS) {
      int blank = rest.lastIndexOf(' ', PASSAGE_CHARS);
      int end = blank > PASSAGE_CHARS / 2 ? blank : PASSAGE_CHARS;
      pieces.add(rest.substring(0, end));
      rest = rest.substring(end).strip();
    }
    if (!rest.isEmpty()) {
      pieces.add(rest);
    }
    return pieces;
  }
}
