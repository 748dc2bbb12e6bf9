package dev.belay.samples.corpus;

import dev.belay.tools.annotation.Arg;
import java.util.List;

/**
 * What a research found.
 *
 * @param question as it was asked
 * @param sources the best first
 * @param followedUp words of the first sources that were looked for as well
 * @param passagesRead how many pieces of text were read
 * @param passagesInIndex how many there are
 */
public record ResearchReport(
    @Arg(description = "The question") String question,
    @Arg(description = "Documents that speak of it, the best first") List<Source> sources,
    @Arg(description = "Words of the first sources that were looked for as well")
        List<String> followedUp,
    @Arg(description = "How many pieces of text were read") int passagesRead,
    @Arg(description = "How many pieces of text the index has of allowed folders")
        int passagesInIndex) {
  /** Keeps its own lists. */
  public ResearchReport {
    sources = List.copyOf(sources);
    followedUp = List.copyOf(followedUp);
  }

  /**
   * A document that speaks of the question.
   *
   * @param path as {@code read_file} takes it
   * @param title its own, or the name of its file
   * @param excerpts sentences that have the question's words, the best first
   * @param foundBy the word that led to it, or the question
   */
  public record Source(
      @Arg(description = "Path of the document") String path,
      @Arg(description = "Its title") String title,
      @Arg(description = "What it says of the question, the best first") List<String> excerpts,
      @Arg(description = "What led to it: the question, or a word that was followed up")
          String foundBy) {
    /** Keeps its own list. */
    public Source {
      excerpts = List.copyOf(excerpts);
    }
  }
}
