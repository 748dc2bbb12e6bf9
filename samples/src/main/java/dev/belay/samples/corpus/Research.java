package dev.belay.samples.corpus;

import dev.belay.samples.corpus.CorpusIndex.IndexUnusableException;
import dev.belay.samples.corpus.CorpusIndex.Stemmer;
import dev.belay.samples.file.AllowedRoots;
import dev.belay.tools.annotation.Arg;
import dev.belay.tools.annotation.Tool;
import dev.belay.tools.call.Heartbeats;
import dev.belay.tools.call.ToolCall;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * The tool {@code research} (S0-36): searches the index of {@code ingest_document} in several
 * steps, each based on the results of the last.
 */
public final class Research {
  private static final int MOST_SOURCES = 50;

  private final AllowedRoots roots;
  private final Path index;

  /**
   * Searches the index in this folder.
   *
   * @param roots limits the results: the index may hold documents of folders no longer allowed
   */
  public Research(AllowedRoots roots, Path index) {
    this.roots = roots;
    this.index = index;
  }

  /**
   * Researches a question.
   *
   * @throws IndexUnusableException if nothing is indexed yet
   * @throws IOException if the index cannot be read, or an allowed folder does not exist
   */
  @Tool(
      name = "research",
      title = "Research a question",
      description =
          "Research a question in the documents of ingest_document: search, read, follow up, and"
              + " report sources with excerpts.",
      category = "knowledge",
      readOnly = true,
      idempotent = true,
      timeout = 600,
      idleTimeout = 60)
  public ResearchReport research(
      @Arg(description = "The question, in plain words") String question,
      @Arg(description = "How many sources to report at most, up to 50", defaultValue = "5")
          int maxSources,
      ToolCall call)
      throws IOException {
    return research(question, maxSources, roots.narrowedTo(call), call);
  }

  ResearchReport research(String question, int maxSources, AllowedRoots roots, Heartbeats call)
      throws IOException {
    if (maxSources < 1 || maxSources > MOST_SOURCES) {
      throw new IllegalArgumentException(
          "max_sources is %d: say 1 to %d".formatted(maxSources, MOST_SOURCES));
    }
    try (var corpus = CorpusReader.open(index, roots.all());
        var words = new Stemmer()) {
      return new ResearchRun(corpus, words, maxSources, call).run(question);
    }
  }

  /**
   * Result of {@code research}.
   *
   * @param question the question as asked
   * @param sources the sources, best first
   * @param followedUp words of the first sources used for a second search
   * @param passagesRead number of passages read
   * @param passagesInIndex number of passages in allowed folders
   */
  public record ResearchReport(
      @Arg(description = "The question") String question,
      @Arg(description = "Documents that speak of it, the best first") List<Source> sources,
      @Arg(description = "Stemmer of the first sources that were looked for as well")
          List<String> followedUp,
      @Arg(description = "How many pieces of text were read") int passagesRead,
      @Arg(description = "How many pieces of text the index has of allowed folders")
          int passagesInIndex) {
    /** Copies the lists. */
    public ResearchReport {
      sources = List.copyOf(sources);
      followedUp = List.copyOf(followedUp);
    }

    /**
     * A document relevant to the question.
     *
     * @param path the path as {@code read_file} accepts it
     * @param title the document's title, or its file name
     * @param excerpts sentences with words of the question, best first
     * @param foundBy the word that led to it, or {@code the question}
     */
    public record Source(
        @Arg(description = "Path of the document") String path,
        @Arg(description = "Its title") String title,
        @Arg(description = "What it says of the question, the best first") List<String> excerpts,
        @Arg(description = "What led to it: the question, or a word that was followed up")
            String foundBy) {
      /** Copies the list. */
      public Source {
        excerpts = List.copyOf(excerpts);
      }
    }
  }
}
