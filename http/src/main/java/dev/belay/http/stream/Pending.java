package dev.belay.http.stream;

/** What waits for answers, as the sweep and the end of the program see it. */
interface Pending {
  /** {@return how many requests it holds} */
  int requests();

  /** {@return in whose name they are answered} */
  String owner();

  /** {@return what their messages take} */
  long bytes();

  /** Does what has become due; must be short, and must not block. */
  void look(long now);

  /** Ends what is left of it with an answer that says that Belay is shutting down. */
  void shutDown();
}
