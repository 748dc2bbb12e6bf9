package dev.belay.access;

import dev.belay.http.route.Access;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Tokens that Belay itself knows, each with the name of who has it. */
record NamedTokens(List<Entry> entries) implements Credentials {
  /** One of them. */
  record Entry(Access.Known known, Digest digest) {}

  NamedTokens {
    entries = List.copyOf(entries);
  }

  @Override
  public Checked check(String token) {
    var presented = Digest.of(token);
    Access.@Nullable Known found = null;
    // All of them, found or not: how long it takes tells nothing.
    for (var entry : entries) {
      if (entry.digest.matches(presented)) {
        found = entry.known;
      }
    }
    return found == null ? new Checked.Foreign() : new Checked.Valid(found);
  }
}
