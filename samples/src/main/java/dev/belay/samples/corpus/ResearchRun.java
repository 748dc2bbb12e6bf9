package dev.belay.samples.corpus;

import dev.belay.core.text.StoppableText;
import dev.belay.samples.corpus.CorpusIndex.Stemmer;
import dev.belay.samples.corpus.CorpusReader.Passage;
import dev.belay.samples.corpus.Format.ParsedDocument;
import dev.belay.samples.corpus.Research.ResearchReport;
import dev.belay.tools.call.Heartbeats;
import java.io.IOException;
import java.text.BreakIterator;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** One run of {@code research}, from question to report. Not thread-safe. */
final class ResearchRun {
  private static final int PHASES = 5;

  /** Average number of passages read per source. */
  private static final int PASSAGES_EACH = 4;

  private final CorpusReader corpus;
  private final Stemmer words;
  private final int mostSources;
  private final Phases phases;
  private final Map<String, Gathered> sources = new LinkedHashMap<>();

  ResearchRun(CorpusReader corpus, Stemmer words, int mostSources, Heartbeats call) {
    this.corpus = corpus;
    this.words = words;
    this.mostSources = mostSources;
    phases = new Phases(call, PHASES);
  }

  /** Passages found in one source. */
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

  private List<Stemmer.Word> read(Set<String> asked) throws IOException {
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

  private void followUp(List<Stemmer.Word> followUps, Set<String> asked) throws IOException {
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

  private ResearchReport report(String question, Set<String> asked, List<Stemmer.Word> followUps)
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
        followUps.stream().map(Stemmer.Word::written).toList(),
        read,
        corpus.passages());
  }

  /** Reports progress of a run in phases, one unit each. */
  static final class Phases {
    private final Heartbeats call;
    private final int total;
    private int done = -1;

    Phases(Heartbeats call, int total) {
      this.call = call;
      this.total = total;
    }

    /** Starts the next phase. */
    void next(String message) {
      done++;
      call.heartbeat(message, (double) done, (double) total);
    }

    /** Reports that part {@code part} of {@code of} of this phase starts. */
    void part(String message, int part, int of) {
      call.heartbeat(message, done + (double) part / of, (double) total);
    }

    /** Reports completion. */
    void end(String message) {
      call.heartbeat(message, (double) total, (double) total);
    }
  }

  /**
   * Finds words that are frequent in the first sources and rare in the corpus, for a second search.
   *
   * <p>Not thread-safe.
   */
  static final class FollowUps {
    /** Maximum number of words to follow up. */
    static final int MOST = 3;

    private static final int SHORTEST = 4;

    private final CorpusReader corpus;
    private final Set<String> asked;
    private final Map<String, Stemmer.Word> first = new HashMap<>();
    private final Map<String, Integer> passages = new HashMap<>();

    FollowUps(CorpusReader corpus, Set<String> asked) {
      this.corpus = corpus;
      this.asked = asked;
    }

    /** Counts the words of a passage, each once. */
    void read(List<Stemmer.Word> passage) {
      var seen = new HashSet<String>();
      for (var word : passage) {
        boolean isWord =
            word.stem().length() >= SHORTEST && word.stem().chars().allMatch(Character::isLetter);
        if (isWord && !asked.contains(word.stem()) && seen.add(word.stem())) {
          first.putIfAbsent(word.stem(), word);
          passages.merge(word.stem(), 1, Integer::sum);
        }
      }
    }

    /** {@return the words to search for next, best first} */
    List<Stemmer.Word> best() throws IOException {
      var worth = new HashMap<String, Double>();
      for (var word : passages.entrySet()) {
        int everywhere = corpus.passagesWith(word.getKey());
        // Words unique to these passages find nothing new; words of most passages find anything.
        if (everywhere > word.getValue() && everywhere * 2 <= corpus.passages()) {
          double rarity = Math.log1p((double) corpus.passages() / everywhere);
          worth.put(word.getKey(), word.getValue() * rarity);
        }
      }
      var words = new ArrayList<>(worth.keySet());
      words.sort(
          Comparator.comparing((String word) -> worth.get(word))
              .reversed()
              .thenComparing(Comparator.naturalOrder()));
      return words.stream().limit(MOST).map(first::get).toList();
    }
  }

  /** Selects the sentences that contain most words of a question. Not thread-safe. */
  static final class Excerpts {
    private static final int MOST = 3;
    private static final int SENTENCE_CHARS = 400;

    private final Stemmer words;
    private final Set<String> wanted;

    Excerpts(Stemmer words, Set<String> wanted) {
      this.words = words;
      this.wanted = wanted;
    }

    private record Sentence(String text, int hits) {}

    /** {@return the sentences with most hits, best first; ties keep their order} */
    List<String> of(List<String> passages) throws IOException {
      var found = new ArrayList<Sentence>();
      for (var passage : passages) {
        for (var sentence : sentences(passage)) {
          int hits = hits(sentence);
          if (hits > 0) {
            found.add(new Sentence(sentence, hits));
          }
        }
      }
      return found.stream()
          .sorted(Comparator.comparingInt(Sentence::hits).reversed())
          .map(Sentence::text)
          .distinct()
          .limit(MOST)
          .toList();
    }

    private int hits(String sentence) throws IOException {
      var seen = new HashSet<String>();
      for (var word : words.of(sentence)) {
        if (wanted.contains(word.stem())) {
          seen.add(word.stem());
        }
      }
      return seen.size();
    }

    private static List<String> sentences(String passage) {
      var sentences = new ArrayList<String>();
      for (var paragraph :
          ParsedDocument.PARAGRAPHS.splitAsStream(new StoppableText(passage)).toList()) {
        var text = paragraph.replaceAll("\\s+", " ").strip();
        var breaks = BreakIterator.getSentenceInstance(Locale.ROOT);
        breaks.setText(text);
        int start = breaks.first();
        for (int end = breaks.next(); end != BreakIterator.DONE; end = breaks.next()) {
          var sentence = text.substring(start, Math.min(end, start + SENTENCE_CHARS)).strip();
          if (!sentence.isEmpty()) {
            sentences.add(sentence);
          }
          start = end;
        }
      }
      return sentences;
    }
  }
}
