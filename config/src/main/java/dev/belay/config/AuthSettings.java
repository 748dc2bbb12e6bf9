package dev.belay.config;

import java.net.URI;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How clients prove who they are, as the section of that name says.
 *
 * @param tokens names and tokens that Belay itself knows
 * @param oauth whose tokens are taken besides; null for nobody's
 */
public record AuthSettings(AuthMode mode, Tokens tokens, @Nullable OAuth oauth) {
  /** How far clocks of two machines may be apart, where nothing is said. */
  private static final Duration SKEW = Duration.ofSeconds(30);

  /**
   * Static tokens: {@code auth.tokens}.
   *
   * @param file with a line for each, {@code name: token}; null for none
   * @param env the variable of Belay's environment that holds such lines; null for none
   * @param admins names that may see and stop everybody's calls
   */
  public record Tokens(@Nullable String file, @Nullable String env, List<String> admins) {
    public Tokens {
      admins = List.copyOf(admins);
    }

    /** {@return whether there are any} */
    public boolean isConfigured() {
      return file != null || env != null;
    }
  }

  /**
   * An authorization server whose JWTs are taken: {@code auth.oauth}.
   *
   * @param issuer as its tokens name it
   * @param jwksUrl where its keys are
   * @param jwksNetwork where they may be
   * @param resource what clients call this server, from outside
   * @param audiences for whom a token may be; {@code resource} where nothing is said
   * @param requiredScopes all of which a token needs
   * @param adminScope what makes its bearer see and stop everybody's calls; null for none
   * @param clockSkew how far the clocks may be apart
   */
  public record OAuth(
      String issuer,
      URI jwksUrl,
      KeyNetwork jwksNetwork,
      URI resource,
      List<String> audiences,
      List<String> requiredScopes,
      @Nullable String adminScope,
      Duration clockSkew) {
    public OAuth {
      audiences = List.copyOf(audiences);
      requiredScopes = List.copyOf(requiredScopes);
    }
  }

  /** {@return the settings of a user who sets nothing} */
  public static AuthSettings defaults() {
    return new AuthSettings(AuthMode.TOKEN, new Tokens(null, null, List.of()), null);
  }

  /** {@return whether clients of MCP have to prove who they are} */
  public boolean isRequired() {
    return mode == AuthMode.TOKEN && (tokens.isConfigured() || oauth != null);
  }

  static AuthSettings of(AuthDraft draft, Findings findings) {
    var tokens =
        new Tokens(
            draft.tokens.get(AuthKeys.FILE),
            draft.tokens.get(AuthKeys.ENV),
            draft.tokens.get(AuthKeys.ADMINS, Texts.NONE).all());
    var oauth = draft.oauth.isEmpty() ? null : oauth(draft.oauth, findings);
    return new AuthSettings(draft.auth.get(AuthKeys.MODE, AuthMode.TOKEN), tokens, oauth);
  }

  private static @Nullable OAuth oauth(Values values, Findings findings) {
    var issuer = values.get(AuthKeys.ISSUER);
    var keys = values.get(AuthKeys.JWKS_URL);
    var resource = values.get(AuthKeys.RESOURCE);
    for (var key : List.of(AuthKeys.ISSUER, AuthKeys.JWKS_URL, AuthKeys.RESOURCE)) {
      if (values.origin(key) == null) {
        findings.error(values.first(), values.path(), "needs " + values.path(key.name()));
      }
    }
    // What is wrong in itself is in the findings.
    return issuer == null || keys == null || resource == null
        ? null
        : new OAuth(
            issuer,
            URI.create(keys),
            values.get(AuthKeys.JWKS_NETWORK, KeyNetwork.PUBLIC),
            URI.create(resource),
            values.get(AuthKeys.AUDIENCES, new Texts(List.of(resource))).all(),
            values.get(AuthKeys.REQUIRED_SCOPES, Texts.NONE).all(),
            values.get(AuthKeys.ADMIN_SCOPE),
            values.get(AuthKeys.CLOCK_SKEW, SKEW));
  }
}
