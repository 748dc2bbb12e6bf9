package dev.belay.gateway.upstream;

/** What a link may still be used for; it only ever goes on to a later one of these. */
sealed interface LinkLife {
  /** The reason does not matter. */
  record Open() implements LinkLife {}

  /**
   * What it has begun, and nothing new (C34).
   *
   * @param why a sentence
   */
  record Retiring(String why) implements LinkLife {}

  /**
   * Nothing.
   *
   * @param why what calls that waited for it are told
   * @param wasRetiring whether it had been left before, which alone is no crash
   */
  record Closed(Loss why, boolean wasRetiring) implements LinkLife {}

  /** The life that every link begins with. */
  LinkLife OPEN = new Open();
}
