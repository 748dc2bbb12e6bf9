package dev.belay.access;

import dev.belay.http.route.Access;
import java.time.Duration;
import java.util.List;

/** The result of checking a token. */
sealed interface TokenCheck {
  /** The token is valid, and belongs to this caller. */
  record Valid(Access.Known known) implements TokenCheck {}

  /** The token is of another kind, which another checker may know. */
  record Foreign() implements TokenCheck {}

  /** The token is not accepted; {@code why} is for the client, and repeats nothing that it sent. */
  record Invalid(String why) implements TokenCheck {}

  /** The token is valid, but lacks some of the {@code needed} scopes. */
  record TooNarrow(List<String> needed) implements TokenCheck {
    public TooNarrow {
      needed = List.copyOf(needed);
    }
  }

  /** The token cannot be checked at the moment. */
  record Undecided(String why, Duration again) implements TokenCheck {}
}
