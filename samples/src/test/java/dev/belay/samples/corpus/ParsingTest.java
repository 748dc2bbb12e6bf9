package dev.belay.samples.corpus;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.samples.corpus.Format.ParsedDocument;
import java.io.IOException;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("Documents are read without their markup")
final class ParsingTest {
  @Test
  @DisplayName("Markdown: title from the first heading; no front matter, marks or targets of links")
  void markdown() throws IOException {
    var parsed =
        Format.MARKDOWN.parse(
            "a.md",
            """
            ---
            tags: x
            ---
            # On *ropes* #

            A **rope** has `ends`, see [the page](http://x.example/y) ![knot](k.png).

            ```sh
            tie snake_case 2 * 3 * 4
            ```
            """);
    assertThat(parsed.title()).isEqualTo("On ropes");
    assertThat(parsed.text())
        .contains("A rope has ends, see the page knot.", "tie snake_case 2 * 3 * 4")
        .doesNotContain("tags", "http", "```", "#");
    assertThat(Format.MARKDOWN.parse("b.md", "no heading").title()).isEqualTo("b.md");
  }

  @Test
  @DisplayName("HTML: its title; no tags, scripts or styles; entities as what they stand for")
  void html() throws IOException {
    var parsed =
        Format.HTML.parse(
            "a.html",
            """
            <html><head><TITLE>Ropes &amp; knots</TITLE><style>p { color: red }</style>
            <script>evil("<p>")</script></head>
            <body><h1>First</h1><p>One &lt;two&gt;</p><!-- hidden --><p>Three</p></body></html>
            """);
    assertThat(parsed.title()).isEqualTo("Ropes & knots");
    assertThat(parsed.text())
        .contains("First", "One <two>", "Three")
        .doesNotContain("color", "evil", "hidden", "body", "Ropes");
    assertThat(Format.HTML.parse("b.html", "plain <b").title()).isEqualTo("b.html");
  }

  @Test
  @DisplayName("formats are known by the ends of names")
  void formats() {
    assertThat(Format.of("a.MD")).hasValue(Format.MARKDOWN);
    assertThat(Format.of("a.htm")).hasValue(Format.HTML);
    assertThat(Format.of("a.b.txt")).hasValue(Format.TEXT);
    assertThat(Format.of("a.class")).isEmpty();
    assertThat(Format.of("noext")).isEmpty();
  }

  @Test
  @DisplayName("passages end with paragraphs, and none is much longer than 1500 characters")
  void passages() {
    var paragraph = "word ".repeat(100).strip();
    assertThat(new ParsedDocument("t", (paragraph + "\n\n").repeat(5)).passages())
        .containsExactly(
            paragraph + "\n\n" + paragraph + "\n\n" + paragraph, paragraph + "\n\n" + paragraph);
    assertThat(new ParsedDocument("t", "word ".repeat(1000)).passages())
        .hasSizeGreaterThan(3)
        .allMatch(passage -> passage.length() <= 1500 && !passage.startsWith("ord"));
    assertThat(new ParsedDocument("t", "x".repeat(4000)).passages())
        .extracting(String::length)
        .containsExactly(1500, 1500, 1000);
    assertThat(new ParsedDocument("t", "").passages()).containsExactly("");
  }
}
