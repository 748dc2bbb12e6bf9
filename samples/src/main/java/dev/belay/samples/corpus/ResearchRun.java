package dev.belay.samples.corpus;

import dev.belay.tools.call.Heartbeats;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** One research, from its question to its report. For use by one thread. */
final class ResearchRun {
  private static final int PHASES = 5;

  /** How many passages of a source are read, on average. */
  private static final int PASSAGES_EACH = 4;

  private final CorpusReader corpus;
  private final Words words;
  private final int mostSources;
  private final Phases phases;
  private final Map<String, Gathered> sources = new LinkedHashMap<>();

  ResearchRun(CorpusReader corpus, Words words, int mostSources, Heartbeats call) {
    this.corpus = corpus;
    this.words = words;
    this.mostSources = mostSources;
    phases = new Phases(call, PHASES);
  }

  /** What was found of one source. */
  private record Gathered(Passage best, String foundBy, List<Passage> passages) {}

  ResearchReport run(String question) throws IOException {
    phases.next("Planning");
    var asked = asked(question);
    phases.next(
        "Searching %d passages for %s".formatted(corpus.passages(), String.join(", ", asked)));
    gather(corpus.search(asked, List.of(), mostSources * PASSAGES_EACH), "the question");
    phases.next("Reading %d documents".formatted(sources.size()));
    var followUps = read(asked);
    phases.next("Following up");
    followUp(followUps, asked);
    phases.next("Writing the report");
    return report(question, asked, followUps);
  }

  private Set<String> asked(String question) throws IOException {
    var stems = new LinkedHashSet<String>();
    words.of(question).forEach(word -> stems.add(word.stem()));
    if (stems.isEmpty()) {
      throw new IllegalArgumentException("question has no words that can be looked for");
    }
    return stems;
  }

  private void gather(List<Passage> found, String foundBy) {
    for (var passage : found) {
      sources
          .computeIfAbsent(passage.path(), _ -> new Gathered(passage, foundBy, new ArrayList<>()))
          .passages()
          .add(passage);
    }
  }

  private List<Words.Word> read(Set<String> asked) throws IOException {
    var followUps = new FollowUps(corpus, asked);
    int part = 0;
    for (var source : sources.values()) {
      phases.part("Reading " + source.best().path(), part, sources.size());
      part++;
      for (var passage : source.passages()) {
        followUps.read(words.of(passage.text()));
      }
    }
    return followUps.best();
  }

  private void followUp(List<Words.Word> followUps, Set<String> asked) throws IOException {
    int part = 0;
    for (var word : followUps) {
      phases.part("Following up \"" + word.written() + "\"", part, followUps.size());
      part++;
      gather(
          corpus.search(List.of(word.stem()), asked, mostSources).stream()
              .filter(passage -> !sources.containsKey(passage.path()))
              .toList(),
          word.written());
    }
  }

  private ResearchReport report(String question, Set<String> asked, List<Words.Word> followUps)
      throws IOException {
    var excerptsOf = new LinkedHashSet<>(asked);
    followUps.forEach(word -> excerptsOf.add(word.stem()));
    var excerpts = new Excerpts(words, excerptsOf);
    var told = new ArrayList<ResearchReport.Source>();
    int read = 0;
    for (var source : sources.values()) {
      read += source.passages().size();
      if (told.size() < mostSources) {
        told.add(
            new ResearchReport.Source(
                source.best().path(),
                source.best().title(),
                excerpts.of(source.passages().stream().map(Passage::text).toList()),
                source.foundBy()));
      }
    }
    phases.end("%d sources".formatted(told.size()));
    return new ResearchReport(
        question,
        told,
        followUps.stream().map(Words.Word::written).toList(),
        read,
        corpus.passages());
  }
}
