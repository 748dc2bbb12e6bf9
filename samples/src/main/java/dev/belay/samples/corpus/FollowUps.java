package dev.belay.samples.corpus;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Finds words that the first sources use much and the corpus seldom: what else to look for.
 *
 * <p>For use by one thread.
 */
final class FollowUps {
  /** How many words are followed up. */
  static final int MOST = 3;

  private static final int SHORTEST = 4;

  private final CorpusReader corpus;
  private final Set<String> asked;
  private final Map<String, Words.Word> first = new HashMap<>();
  private final Map<String, Integer> passages = new HashMap<>();

  FollowUps(CorpusReader corpus, Set<String> asked) {
    this.corpus = corpus;
    this.asked = asked;
  }

  /** Takes the words of a passage that was read; each counts once. */
  void read(List<Words.Word> passage) {
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

  /** {@return the best words, the best first} */
  List<Words.Word> best() throws IOException {
    var worth = new HashMap<String, Double>();
    for (var word : passages.entrySet()) {
      int everywhere = corpus.passagesWith(word.getKey());
      // What is nowhere else leads nowhere, and what is everywhere leads anywhere.
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
