package dev.belay.samples.corpus;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.en.EnglishAnalyzer;
import org.apache.lucene.analysis.tokenattributes.CharTermAttribute;
import org.apache.lucene.analysis.tokenattributes.OffsetAttribute;

/** The Lucene index as its reader and writer share it: field names, analysis, errors. */
final class CorpusIndex {
  /** Real path of the document; all passages of a document are replaced together. */
  static final String PATH = "path";

  /** Set on the first passage of each document. */
  static final String FIRST = "first";

  static final String YES = "1";

  /** Size and time of the document; stored with its first passage only. */
  static final String STAMP = "stamp";

  static final String TITLE = "title";
  static final String TEXT = "text";

  /** Held strongly: a logger that is not referenced loses its level. */
  private static final Logger LUCENE_ADVICE =
      Logger.getLogger("org.apache.lucene.internal.vectorization.VectorizationProvider");

  private CorpusIndex() {}

  /** Keeps Lucene's advice on faster vector search off standard error. */
  static void quietLucene() {
    LUCENE_ADVICE.setLevel(Level.SEVERE);
  }

  /** {@return the analyzer for documents and questions alike} */
  static Analyzer analyzer() {
    return new EnglishAnalyzer();
  }

  /** Splits text into words as the index does. Not thread-safe. */
  static final class Stemmer implements AutoCloseable {
    private final Analyzer analyzer = CorpusIndex.analyzer();

    /**
     * A word of a text.
     *
     * @param stem the word as indexed
     * @param written the word as written
     */
    record Word(String stem, String written) {}

    /** {@return the words of a text in order, without stop words} */
    List<Word> of(String text) throws IOException {
      var words = new ArrayList<Word>();
      try (var tokens = analyzer.tokenStream(CorpusIndex.TEXT, text)) {
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

  /** Thrown when the index cannot be used; the message names the remedy. */
  public static final class IndexUnusableException extends IOException {
    private static final long serialVersionUID = 1L;

    IndexUnusableException(String message) {
      super(message);
    }

    IndexUnusableException(String message, Throwable cause) {
      super(message, cause);
    }

    static IndexUnusableException damaged(Path folder, Exception cause) {
      return new IndexUnusableException(
          "The index cannot be read: delete " + folder + ", and take the documents in again",
          cause);
    }
  }
}
