package dev.belay.samples.corpus;

import dev.belay.core.text.StoppableText;
import java.io.IOException;
import java.io.StringReader;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.lucene.analysis.charfilter.HTMLStripCharFilter;

/** Document formats that can be indexed, recognized by file name extension. */
public enum Format {
  /** Plain text. */
  TEXT("txt|text|log|rst|adoc|org") {
    @Override
    public ParsedDocument parse(String name, String content) {
      return new ParsedDocument(name, content);
    }
  },
  /** Markdown, without markup, link targets and front matter. */
  MARKDOWN("md|markdown") {
    @Override
    public ParsedDocument parse(String name, String content) {
      return Markdown.parse(name, content);
    }
  },
  /** HTML, without tags, scripts and styles. */
  HTML("html|htm|xhtml") {
    @Override
    public ParsedDocument parse(String name, String content) throws IOException {
      return Html.parse(name, content);
    }
  };

  private final Pattern names;

  Format(String endings) {
    names = Pattern.compile(".*\\.(" + endings + ")", Pattern.CASE_INSENSITIVE);
  }

  /** {@return the format of a file with this name; empty if it is not supported} */
  public static Optional<Format> of(String name) {
    return Arrays.stream(values())
        .filter(format -> format.names.matcher(name).matches())
        .findFirst();
  }

  /** {@return title and plain text of a document} */
  public abstract ParsedDocument parse(String name, String content) throws IOException;

  /**
   * Plain text of a document.
   *
   * @param title the document's title, or its file name
   * @param text the text without markup
   */
  public record ParsedDocument(String title, String text) {
    /** Length of a passage: one or two paragraphs, which share a subject and fit into a result. */
    private static final int PASSAGE_CHARS = 1500;

    /** Paragraph separator. */
    static final Pattern PARAGRAPHS = Pattern.compile("\\n\\s*\\n");

    /** {@return the text in passages that end with a paragraph where possible; at least one} */
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

    /** {@return the paragraph, split if it is longer than a passage} */
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

  /** Extracts title and text from Markdown. */
  static final class Markdown {
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
      // Each heading becomes a paragraph.
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

  /** Extracts title and text from HTML. */
  static final class Html {
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
}
