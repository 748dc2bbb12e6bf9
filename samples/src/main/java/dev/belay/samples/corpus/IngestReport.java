package dev.belay.samples.corpus;

import dev.belay.tools.annotation.Arg;
import java.util.List;

/**
 * What came of taking documents in.
 *
 * @param taken new or changed ones
 * @param unchanged those that the index had already
 * @param removed those that are gone from the folder
 * @param leftOut those that could not be read
 * @param passages how many pieces of text were indexed
 * @param problems why documents were left out; the first ten
 */
public record IngestReport(
    @Arg(description = "New or changed documents that were indexed") int taken,
    @Arg(description = "Documents that the index had already") int unchanged,
    @Arg(description = "Documents of the index that are gone from the folder") int removed,
    @Arg(description = "Documents that could not be read") int leftOut,
    @Arg(description = "How many pieces of text were indexed") int passages,
    @Arg(description = "Why documents were left out: the first ten") List<String> problems) {
  /** Keeps its own list. */
  public IngestReport {
    problems = List.copyOf(problems);
  }
}
