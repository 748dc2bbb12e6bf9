package dev.belay.access;

import dev.belay.config.AuthSettings;
import dev.belay.http.route.Access;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The sources of valid tokens: those of a file and a variable, which may change while Belay runs,
 * and fixed ones.
 *
 * @param own the token of Belay's own commands; null for none
 * @param issued tokens of an authorization server; null for none
 * @param environment may contain tokens
 * @param challenge the answer to a request without a token
 * @param refusals receives refusals of access
 * @param report receives messages for people
 */
record Checks(
    @Nullable ApiToken own,
    @Nullable Credentials issued,
    Map<String, String> environment,
    Challenge challenge,
    Refusals refusals,
    Consumer<String> report) {

  /** Reads the present tokens. */
  BearerAccess bearer(AuthSettings.Tokens said) throws IOException {
    var named = new ArrayList<NamedTokens.Entry>();
    if (own != null) {
      named.add(own.entry());
    }
    named.addAll(tokens(said, environment, report));
    var kinds = new ArrayList<Credentials>(List.of(new NamedTokens(named)));
    if (issued != null) {
      kinds.add(issued);
    }
    return new BearerAccess(kinds, challenge, refusals);
  }

  /** {@return the access check of MCP} */
  Access mcp(AuthSettings now, BearerAccess bearer) {
    return isRequired(now) ? bearer : Access.everybody(Access.Known.LOCAL);
  }

  /** {@return whether MCP clients have to authenticate} */
  boolean isRequired(AuthSettings now) {
    return now.tokens().isConfigured() || issued != null;
  }

  /**
   * Reads the tokens that the configuration names.
   *
   * @throws InvalidTokens if they cannot be used; the message gives the reason and the next step
   */
  static List<NamedTokens.Entry> tokens(
      AuthSettings.Tokens said, Map<String, String> environment, Consumer<String> report)
      throws InvalidTokens {
    var entries = new ArrayList<NamedTokens.Entry>();
    var admins = new HashSet<>(said.admins());
    if (said.file() != null) {
      entries.addAll(new TokenLines(said.file(), admins).read(text(said.file())).entries());
    }
    if (said.env() != null) {
      var text = environment.get(said.env());
      if (text == null) {
        throw new InvalidTokens(said.env() + ": is not set, and auth.tokens.env names it");
      }
      entries.addAll(new TokenLines(said.env(), admins).read(text).entries());
    }
    entries.forEach(entry -> admins.remove(entry.known().principal()));
    if (!admins.isEmpty()) {
      report.accept("auth.tokens.admins: there is no token of " + String.join(", ", admins));
    }
    return entries;
  }

  private static String text(String name) throws InvalidTokens {
    var file = Path.of(name);
    try {
      if (SecretFile.isWritableByOthers(file)) {
        throw new InvalidTokens(writableByOthers(name));
      }
      return SecretFile.text(file);
    } catch (InvalidTokens e) {
      throw e;
    } catch (NoSuchFileException e) {
      throw new InvalidTokens(
          "auth.tokens.file: " + SecretFile.why(e) + ". This makes it: belay token new NAME");
    } catch (IOException e) {
      throw new InvalidTokens("auth.tokens.file: " + SecretFile.why(e));
    }
  }

  static String writableByOthers(String file) {
    return file + ": others can write it, and could add tokens: chmod 600 " + file;
  }
}
