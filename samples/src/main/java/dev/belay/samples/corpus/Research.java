package dev.belay.samples.corpus;

import dev.belay.samples.folder.AllowedRoots;
import dev.belay.tools.annotation.Arg;
import dev.belay.tools.annotation.Tool;
import dev.belay.tools.call.Heartbeats;
import java.io.IOException;
import java.nio.file.Path;

/**
 * The tool {@code research} (S0-36): asks the index of {@code ingest_document} in several steps,
 * the later of which depend on what the earlier found.
 */
public final class Research {
  private static final int MOST_SOURCES = 50;

  private final AllowedRoots roots;
  private final Path index;

  /**
   * Asks the index in this folder.
   *
   * @param roots of what is told: the index may know documents of folders that were allowed once
   */
  public Research(AllowedRoots roots, Path index) {
    this.roots = roots;
    this.index = index;
  }

  /**
   * Answers with sources.
   *
   * @throws IndexUnusableException if nothing was taken in yet
   * @throws IOException if the index cannot be read, or an allowed folder is not there
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
      async = true,
      timeout = 600,
      idleTimeout = 60)
  public ResearchReport research(
      @Arg(description = "The question, in plain words") String question,
      @Arg(description = "How many sources to report at most, up to 50", defaultValue = "5")
          int maxSources,
      Heartbeats call)
      throws IOException {
    if (maxSources < 1 || maxSources > MOST_SOURCES) {
      throw new IllegalArgumentException(
          "max_sources is %d: say 1 to %d".formatted(maxSources, MOST_SOURCES));
    }
    try (var corpus = CorpusReader.open(index, roots.all());
        var words = new Words()) {
      return new ResearchRun(corpus, words, maxSources, call).run(question);
    }
  }
}
