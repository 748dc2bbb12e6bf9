package dev.belay.access;

import dev.belay.config.EditedFile;
import dev.belay.http.route.Access;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The file of {@code auth.tokens.file}, as {@code belay token} changes it: a line is added or
 * replaced, and all others stay as they are. A token itself is never in it, only its digest.
 *
 * <p>Not safe for use by several threads.
 */
public final class TokenFile {
  private static final int LONGEST = 1 << 20;
  private static final int BYTES = 32;

  /** Tells what a token may do. */
  public enum Role {
    /** It calls tools, and sees and stops its own calls. */
    USER,
    /** It sees and stops all callers' calls too. */
    ADMIN;

    /** {@return its name in files and on command lines} */
    public String word() {
      return this == ADMIN ? "admin" : "user";
    }
  }

  /**
   * A line of the file.
   *
   * @param made the day on which it was made; empty if unknown
   * @param isRevoked whether it stands for a token that was revoked
   */
  public record Line(String name, Role role, String made, boolean isRevoked) {}

  private final EditedFile file;
  private final List<String> texts;

  private TokenFile(EditedFile file, List<String> texts) {
    this.file = file;
    this.texts = texts;
  }

  /**
   * Reads a file, which may not exist yet.
   *
   * @throws IOException if it cannot be used; the message begins with its path and quotes nothing
   */
  public static TokenFile read(Path path) throws IOException {
    var file = EditedFile.read(path, LONGEST);
    if (!file.isThere()) {
      return new TokenFile(file, new ArrayList<>());
    }
    if (SecretFile.isWritableByOthers(file.target())) {
      throw new InvalidTokens(Checks.writableByOthers(path.toString()));
    }
    String text;
    try {
      text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(file.content())).toString();
    } catch (CharacterCodingException _) {
      throw new IOException(path + ": is not UTF-8 text");
    }
    var tokens = new TokenFile(file, new ArrayList<>(List.of(text.split("(?<=\n)"))));
    tokens.texts.removeIf(String::isEmpty);
    if (!tokens.lines().isEmpty()) {
      var _ = new TokenLines(path.toString(), Set.of()).read(text);
    }
    return tokens;
  }

  /** {@return the tokens and the revoked ones, in the order of the file} */
  public List<Line> lines() {
    var lines = new ArrayList<Line>();
    for (var text : texts) {
      var line = line(text);
      if (line != null) {
        lines.add(line);
      }
    }
    return lines;
  }

  private static @Nullable Line line(String text) {
    var name = TokenLines.name(text.strip());
    if (name == null) {
      return null;
    }
    return new Line(
        name,
        Role.ADMIN.word().equals(TokenLines.attribute(text, TokenLines.ROLE))
            ? Role.ADMIN
            : Role.USER,
        TokenLines.attribute(text, TokenLines.MADE),
        TokenLines.isRevoked(text));
  }

  /** {@return what is wrong with a name; null if a token can have it} */
  public static @Nullable String fault(String name) {
    if (name.equals(Access.Known.LOCAL.principal())) {
      return "the name local is reserved for callers without a token";
    }
    return TokenLines.NAME.matcher(name).matches()
        ? null
        : "a name has up to 64 letters, digits, dots, hyphens and underscores";
  }

  /**
   * Adds a token, beside those that the name has already, and writes the file.
   *
   * @param name without {@link #fault}
   * @param made the day
   * @return the token itself, which is stored nowhere
   */
  public String add(String name, Role role, String made) throws IOException {
    var random = new byte[BYTES];
    new SecureRandom().nextBytes(random);
    var token = "belay_" + Base64.getUrlEncoder().withoutPadding().encodeToString(random);
    texts.removeIf(text -> {
      var line = line(text);
      return line != null && line.isRevoked() && line.name().equals(name);
    });
    if (!texts.isEmpty() && !texts.getLast().endsWith("\n")) {
      texts.set(texts.size() - 1, texts.getLast() + "\n");
    }
    texts.add(
        name
            + ": "
            + TokenLines.HASHED
            + HexFormat.of().formatHex(Digest.of(token).bytes())
            + (role == Role.ADMIN ? " " + TokenLines.ROLE + role.word() : "")
            + " "
            + TokenLines.MADE
            + made
            + "\n");
    write();
    return token;
  }

  /**
   * Revokes the tokens of a name, and writes the file.
   *
   * @param keepsNewest whether its last one stays
   * @return how many were revoked; 0 if it has none
   */
  public int revoke(String name, boolean keepsNewest) throws IOException {
    int last = -1;
    var gone = new ArrayList<Integer>();
    for (int at = 0; at < texts.size(); at++) {
      var line = line(texts.get(at));
      if (line != null && line.name().equals(name) && !line.isRevoked()) {
        gone.add(at);
        last = at;
      }
    }
    if (keepsNewest) {
      gone.remove(Integer.valueOf(last));
    }
    if (gone.isEmpty()) {
      return 0;
    }
    for (var at : gone.reversed()) {
      texts.remove(at.intValue());
    }
    if (!keepsNewest) {
      // So that the last token of all can be revoked: an empty file is taken for a mistake.
      texts.add(gone.getFirst(), name + ": " + TokenLines.REVOKED + "\n");
    }
    write();
    return gone.size();
  }

  private void write() throws IOException {
    file.replace(String.join("", texts).getBytes(StandardCharsets.UTF_8));
  }
}
