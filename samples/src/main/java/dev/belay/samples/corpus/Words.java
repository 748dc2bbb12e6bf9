package dev.belay.samples.corpus;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.tokenattributes.CharTermAttribute;
import org.apache.lucene.analysis.tokenattributes.OffsetAttribute;

/** The words of texts, as the index has them. For use by one thread. */
final class Words implements AutoCloseable {
  private final Analyzer analyzer = Fields.analyzer();

  /**
   * A word of a text.
   *
   * @param stem as the index has it
   * @param written as it stands there
   */
  record Word(String stem, String written) {}

  /** {@return the words of a text in their order, without those that say nothing} */
  List<Word> of(String text) throws IOException {
    var words = new ArrayList<Word>();
    try (var tokens = analyzer.tokenStream(Fields.TEXT, text)) {
      var stem = tokens.addAttribute(CharTermAttribute.class);
      var offset = tokens.addAttribute(OffsetAttribute.class);
      tokens.reset();
      while (tokens.incrementToken()) {
        words.add(
            new Word(stem.toString(), text.substring(offset.startOffset(), offset.endOffset())));
      }
      tokens.end();
    }
    return words;
  }

  @Override
  public void close() {
    analyzer.close();
  }
}
