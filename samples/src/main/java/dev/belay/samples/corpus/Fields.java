package dev.belay.samples.corpus;

import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.en.EnglishAnalyzer;

/** What the index knows of each passage. */
final class Fields {
  /** The path of its document, without links: all passages of a document are replaced together. */
  static final String PATH = "path";

  /** How callers name that path. */
  static final String SHOWN = "shown";

  /** Says which passage of a document is the first. */
  static final String FIRST = "first";

  static final String YES = "1";

  /** What the document is known by, at its first passage alone. */
  static final String STAMP = "stamp";

  static final String TITLE = "title";
  static final String TEXT = "text";

  private Fields() {}

  /** {@return what makes words of texts, of documents and of questions alike} */
  static Analyzer analyzer() {
    return new EnglishAnalyzer();
  }
}
