package dev.belay.access;

import dev.belay.http.route.Access;
import java.time.Duration;
import java.util.List;

/** What came of looking at a token. */
sealed interface Checked {
  /** It is good, and whose it is. */
  record Valid(Access.Known known) implements Checked {}

  /** It is of another kind, which something else may know. */
  record Foreign() implements Checked {}

  /** It is not to be taken; {@code why} is for the client, and repeats nothing that it sent. */
  record Invalid(String why) implements Checked {}

  /** It is good, but not for this: all of {@code needed} would be. */
  record TooNarrow(List<String> needed) implements Checked {
    public TooNarrow {
      needed = List.copyOf(needed);
    }
  }

  /** It cannot be told now. */
  record Undecided(String why, Duration again) implements Checked {}
}
