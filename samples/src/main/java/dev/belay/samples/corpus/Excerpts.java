package dev.belay.samples.corpus;

import dev.belay.core.text.StoppableText;
import java.io.IOException;
import java.text.BreakIterator;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** Picks the sentences of passages that say most of a question. For use by one thread. */
final class Excerpts {
  private static final int MOST = 3;
  private static final int SENTENCE_CHARS = 400;

  private final Words words;
  private final Set<String> wanted;

  Excerpts(Words words, Set<String> wanted) {
    this.words = words;
    this.wanted = wanted;
  }

  private record Sentence(String text, int hits) {}

  /** {@return the best sentences, the best first; of the same worth, in their order} */
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
