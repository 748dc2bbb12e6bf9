package dev.belay.access;

import dev.belay.http.route.Access;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Parses a list of tokens: {@code name: token} or {@code name: sha256:HEX} on each line; {@code #}
 * begins a comment. A name may occur twice, so that its token can be replaced without a gap. After
 * a token may come {@code role=admin} or {@code role=user}, and {@code made=} with a day; {@code
 * name: revoked} stands for tokens that were taken away.
 *
 * @param source the file or variable, for messages
 * @param admins names that may see and stop all callers' calls
 */
record TokenLines(String source, Set<String> admins) {
  static final String HASHED = "sha256:";
  static final String REVOKED = "revoked";
  static final String ROLE = "role=";
  static final String MADE = "made=";
  static final Pattern NAME = Pattern.compile("[A-Za-z0-9._-]{1,64}");
  private static final int SHORTEST = 16;
  private static final Pattern HEX = Pattern.compile("[0-9a-fA-F]{64}");

  NamedTokens read(String text) throws InvalidTokens {
    List<NamedTokens.Entry> entries = new ArrayList<>();
    boolean isEmpty = true;
    int number = 0;
    for (var line : text.lines().toList()) {
      number++;
      var stripped = line.strip();
      if (!stripped.isEmpty() && !stripped.startsWith("#")) {
        isEmpty = false;
        var name = requireName(stripped, number);
        if (!isRevoked(stripped)) {
          entries.add(entry(name, stripped, number, entries));
        }
      }
    }
    if (isEmpty) {
      throw new InvalidTokens(source + ": holds no token");
    }
    return new NamedTokens(entries);
  }

  /** {@return the name that begins a line; null if none does, as in a comment} */
  static @Nullable String name(String line) {
    int colon = line.indexOf(':');
    var name = colon < 0 ? "" : line.substring(0, colon).strip();
    return NAME.matcher(name).matches() ? name : null;
  }

  private static List<String> words(String line) {
    return Arrays.asList(line.substring(line.indexOf(':') + 1).strip().split("\\s+", -1));
  }

  /** {@return whether a line stands for tokens that were taken away} */
  static boolean isRevoked(String line) {
    return words(line).equals(List.of(REVOKED));
  }

  /** {@return what follows such as {@code role=} behind a token; empty without it} */
  static String attribute(String line, String attribute) {
    for (var word : words(line).stream().skip(1).toList()) {
      if (word.startsWith(attribute)) {
        return word.substring(attribute.length());
      }
    }
    return "";
  }

  private String requireName(String line, int number) throws InvalidTokens {
    var name = name(line);
    if (name == null) {
      throw wrong(number, "expected 'name: token' or 'name: sha256:HEX'");
    }
    if (name.equals(Access.Known.LOCAL.principal())) {
      throw wrong(number, "the name local is reserved for callers without a token");
    }
    return name;
  }

  private NamedTokens.Entry entry(
      String name, String line, int number, List<NamedTokens.Entry> before) throws InvalidTokens {
    var words = words(line);
    for (var word : words.subList(1, words.size())) {
      if (word.startsWith(ROLE) && !List.of("admin", "user").contains(attribute(line, ROLE))) {
        throw wrong(number, "the role is admin or user");
      }
      if (!word.startsWith(ROLE) && !word.startsWith(MADE)) {
        throw wrong(number, "holds a token that no header can carry");
      }
    }
    var digest = digest(words.getFirst(), number);
    for (var other : before) {
      if (other.digest().matches(digest) && !other.known().principal().equals(name)) {
        throw wrong(number, "has the token of " + other.known().principal());
      }
    }
    boolean isAdmin = admins.contains(name) || attribute(line, ROLE).equals("admin");
    var scopes = isAdmin ? Set.of(Access.ADMIN) : Set.<String>of();
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
