package dev.belay.access;

import dev.belay.http.route.Access;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Tokens known to Belay itself, each with the name of its holder. */
record NamedTokens(List<Entry> entries) implements Credentials {
  /** A token and its holder. */
  record Entry(Access.Known known, Digest digest) {}

  NamedTokens {
    entries = List.copyOf(entries);
  }

  @Override
  public TokenCheck check(String token) {
    var presented = Digest.of(token);
    Access.@Nullable Known found = null;
    // Compares all of them, found or not: the time taken reveals nothing.
    for (var entry : entries) {
      if (entry.digest.matches(presented)) {
        found = entry.known;
      }
    }
    return found == null ? new TokenCheck.Foreign() : new TokenCheck.Valid(found);
  }
}
