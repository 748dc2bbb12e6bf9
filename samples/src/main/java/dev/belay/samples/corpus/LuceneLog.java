package dev.belay.samples.corpus;

import java.util.logging.Level;
import java.util.logging.Logger;

/** Keeps Lucene from advising, on standard error, how it would search a larger index faster. */
final class LuceneLog {
  /** Held here: what is set at a logger that nobody holds is forgotten. */
  private static final Logger ADVICE =
      Logger.getLogger("org.apache.lucene.internal.vectorization.VectorizationProvider");

  private LuceneLog() {}

  /** Only what went wrong is logged from here on. */
  static void quiet() {
    ADVICE.setLevel(Level.SEVERE);
  }
}
