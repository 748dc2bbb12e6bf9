package dev.belay.access;

import dev.belay.http.route.Access;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Parses a list of tokens: {@code name: token} or {@code name: sha256:HEX} on each line; {@code #}
 * begins a comment. A name may occur twice, so that its token can be replaced without a gap.
 *
 * @param source the file or variable, for messages
 * @param admins names that may see and stop all callers' calls
 */
record TokenLines(String source, Set<String> admins) {
  private static final String HASHED = "sha256:";
  private static final int SHORTEST = 16;
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9._-]{1,64}");
  private static final Pattern HEX = Pattern.compile("[0-9a-fA-F]{64}");

  NamedTokens read(String text) throws InvalidTokens {
    List<NamedTokens.Entry> entries = new ArrayList<>();
    int number = 0;
    for (var line : text.lines().toList()) {
      number++;
      var stripped = line.strip();
      if (!stripped.isEmpty() && !stripped.startsWith("#")) {
        entries.add(entry(stripped, number, entries));
      }
    }
    if (entries.isEmpty()) {
      throw new InvalidTokens(source + ": holds no token");
    }
    return new NamedTokens(entries);
  }

  private NamedTokens.Entry entry(String line, int number, List<NamedTokens.Entry> before)
      throws InvalidTokens {
    int colon = line.indexOf(':');
    var name = colon < 0 ? "" : line.substring(0, colon).strip();
    if (!NAME.matcher(name).matches()) {
      throw wrong(number, "expected 'name: token' or 'name: sha256:HEX'");
    }
    if (name.equals(Access.Known.LOCAL.principal())) {
      throw wrong(number, "the name local is reserved for callers without a token");
    }
    var digest = digest(line.substring(colon + 1).strip(), number);
    for (var other : before) {
      if (other.digest().matches(digest) && !other.known().principal().equals(name)) {
        throw wrong(number, "has the token of " + other.known().principal());
      }
    }
    var scopes = admins.contains(name) ? Set.of(Access.ADMIN) : Set.<String>of();
    return new NamedTokens.Entry(new Access.Known(name, scopes), digest);
  }

  private Digest digest(String token, int number) throws InvalidTokens {
    if (token.startsWith(HASHED)) {
      var hex = token.substring(HASHED.length());
      if (!HEX.matcher(hex).matches()) {
        throw wrong(number, "after sha256: come 64 hexadecimal digits");
      }
      return Digest.known(HexFormat.of().parseHex(hex));
    }
    if (!Presented.TOKEN.matcher(token).matches() || token.length() > Presented.LONGEST) {
      throw wrong(number, "holds a token that no header can carry");
    }
    if (token.length() < SHORTEST) {
      throw wrong(number, "holds a token of less than 16 characters, which can be guessed");
    }
    return Digest.of(token);
  }

  private InvalidTokens wrong(int number, String what) {
    return new InvalidTokens(source + ":" + number + ": " + what);
  }
}
