package shop;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.springframework.stereotype.Service;

/** How many pieces there are of each article. Safe for use by many threads. */
@Service
class Stock {
  private final Map<String, Integer> pieces =
      new ConcurrentHashMap<>(Map.of("rope", 7, "carabiner", 40));

  int pieces(String article) {
    return pieces.getOrDefault(article, 0);
  }

  /** Takes some away, and returns how many are left. */
  int take(String article, int wanted) {
    return pieces.merge(
        article,
        -wanted,
        (there, change) -> {
          if (there + change < 0) {
            throw new IllegalArgumentException("There are only " + there + " of " + article + ".");
          }
          return there + change;
        });
  }
}
