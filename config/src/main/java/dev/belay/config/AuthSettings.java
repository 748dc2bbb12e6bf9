package dev.belay.config;

import dev.belay.config.Setting.Reload;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * How clients authenticate: by static tokens, or by those of an authorization server.
 *
 * @param tokens names and tokens known to Belay itself
 * @param oauth an authorization server whose tokens are accepted as well; null for none
 */
public record AuthSettings(AuthMode mode, Tokens tokens, @Nullable OAuth oauth) {
  private static final Set<String> EVERYWHERE = Set.of("0.0.0.0", "::", "[::]");

  static final Section SECTION =
      new Section("auth", Reload.NEXT_START, "Authentication of clients.");
  static final Setting<AuthMode> MODE =
      SECTION.choice("mode", AuthMode.TOKEN, "`none` = no authentication, on loopback alone");

  static {
    SECTION.with(Tokens.SECTION).with(OAuth.SECTION);
  }

  /**
   * Static tokens: {@code auth.tokens}. Each component is a key.
   *
   * @param file null for none
   * @param env null for none
   */
  public record Tokens(@Nullable String file, @Nullable String env, List<String> admins) {
    private static final Pattern VARIABLE = Pattern.compile("BELAY_[A-Z0-9_]{1,60}");
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9._-]{1,64}");

    static final Section SECTION = new Section("tokens", Reload.AT_ONCE, "Static tokens.");
    static final Setting<String> FILE =
        SECTION.optional(
            "file", Codec.TEXT, "none", "a file with lines `name: token` or `name: sha256:HEX`");
    // Variables with this prefix are passed to no server.
    static final Setting<String> ENV =
        SECTION.optional(
            "env", Codec.text(Tokens::variable), "none", "a variable `BELAY_…` with such lines");
    private static final Setting<List<String>> ADMINS =
        SECTION.optional(
            "admins",
            Codec.texts(Codec.Shape.LIST_OR_TEXT, Tokens::name),
            "none",
            "names of tokens that may see and stop all callers' calls");

    public Tokens {
      admins = List.copyOf(admins);
    }

    private static @Nullable String variable(String text) {
      return VARIABLE.matcher(text).matches()
          ? null
          : "expected the name of a variable that begins with BELAY_";
    }

    private static @Nullable String name(String text) {
      return NAME.matcher(text).matches() ? null : "expected names of tokens";
    }

    static Tokens of(Values values) {
      return new Tokens(values.find(FILE), values.find(ENV), values.or(ADMINS, List.of()));
    }

    /** {@return whether any are configured} */
    public boolean isConfigured() {
      return file != null || env != null;
    }
  }

  /**
   * An authorization server whose JWTs are accepted: {@code auth.oauth}. Each component is a key.
   *
   * @param adminScope null for none
   */
  public record OAuth(
      String issuer,
      URI jwksUrl,
      Network jwksNetwork,
      URI resource,
      List<String> audiences,
      List<String> requiredScopes,
      @Nullable String adminScope,
      Duration clockSkew) {
    private static final Duration MOST_SKEW = Duration.ofMinutes(5);
    // RFC 6749 §3.3, without the comma, which is a separator here.
    private static final Pattern SCOPE = Pattern.compile("[!#-+\\--\\[\\]-~]{1,128}");

    static final Section SECTION =
        new Section("oauth", Reload.NEXT_START, "An authorization server whose JWTs are accepted.");
    private static final Setting<String> ISSUER =
        SECTION
            .optional("issuer", HttpUrl.OPEN, "", "issuer of the tokens, as they name it")
            .required();
    private static final Setting<String> JWKS_URL =
        SECTION
            .optional(
                "jwks_url", HttpUrl.OF_KEYS, "", "URL of its keys: https, or http on loopback")
            .required();
    private static final Setting<Network> JWKS_NETWORK =
        SECTION.choice("jwks_network", Network.PUBLIC, "network in which its keys may be");
    private static final Setting<String> RESOURCE =
        SECTION
            .optional("resource", HttpUrl.OPEN, "", "URL of this server, as clients use it")
            .required();
    private static final Setting<List<String>> AUDIENCES =
        SECTION.optional(
            "audiences",
            Codec.texts(Codec.Shape.LIST_OR_TEXT, OAuth::audience),
            "`resource`",
            "accepted audiences of tokens");
    private static final Setting<List<String>> REQUIRED_SCOPES =
        SECTION.texts("required_scopes", OAuth::scope, "scopes that a token needs, all of them");
    private static final Setting<String> ADMIN_SCOPE =
        SECTION.optional(
            "admin_scope",
            Codec.text(OAuth::scope),
            "none",
            "scope that allows seeing and stopping all callers' calls");
    private static final Setting<Duration> CLOCK_SKEW =
        SECTION.setting(
            "clock_skew",
            DurationText.within(
                MOST_SKEW, "expected at most 5m: a longer one keeps expired tokens alive"),
            Duration.ofSeconds(30),
            "greatest difference between clocks, up to `5m`");

    public OAuth {
      audiences = List.copyOf(audiences);
      requiredScopes = List.copyOf(requiredScopes);
    }

    private static @Nullable String audience(String text) {
      return text.isEmpty() || text.length() > 512 ? "expected audiences of tokens" : null;
    }

    private static @Nullable String scope(String text) {
      return SCOPE.matcher(text).matches() ? null : "expected scopes, such as tools:call";
    }

    static @Nullable OAuth of(Values values, Findings findings) {
      values.requireAll(findings);
      var issuer = values.find(ISSUER);
      var keys = values.find(JWKS_URL);
      var resource = values.find(RESOURCE);
      // Missing or invalid ones are in the findings.
      if (issuer == null || keys == null || resource == null) {
        return null;
      }
      values.assume(AUDIENCES, List.of(resource));
      return new OAuth(
          issuer,
          URI.create(keys),
          values.get(JWKS_NETWORK),
          URI.create(resource),
          values.get(AUDIENCES),
          values.get(REQUIRED_SCOPES),
          values.find(ADMIN_SCOPE),
          values.get(CLOCK_SKEW));
    }
  }

  /** {@return the default settings} */
  public static AuthSettings defaults() {
    return of(new Values(SECTION), new Findings());
  }

  static AuthSettings of(Values values, Findings findings) {
    var oauth = values.in(OAuth.SECTION);
    return new AuthSettings(
        values.get(MODE),
        Tokens.of(values.in(Tokens.SECTION)),
        oauth.isEmpty() ? null : OAuth.of(oauth, findings));
  }

  /**
   * Reports a configuration that would serve clients beyond this machine without authentication.
   */
  void check(HttpSettings http, Origins origins, Findings findings) {
    if (HttpHost.isLoopback(http.host())) {
      return;
    }
    var at = origins.of("http.host");
    if (mode == AuthMode.NONE) {
      findings.error(
          origins.of("auth.mode"),
          "auth.mode",
          "none is for loopback alone, and http.host is " + http.host());
    } else if (!isRequired()) {
      findings.error(at, "http.host", HttpHost.NOT_LOOPBACK + ", found '" + http.host() + "'");
    } else if (EVERYWHERE.contains(http.host()) && http.allowedHosts().isEmpty()) {
      findings.warn(
          at,
          "http.host",
          "is every address of this machine; clients reach it only by the names in"
              + " http.allowed_hosts, and there are none");
    }
  }

  /** {@return whether MCP clients have to authenticate} */
  public boolean isRequired() {
    return mode == AuthMode.TOKEN && (tokens.isConfigured() || oauth != null);
  }

  /** Whether clients have to authenticate. */
  public enum AuthMode {
    /** Required on {@code /api}, and on {@code /mcp} if {@code auth} configures tokens. */
    TOKEN,
    /** Never required; for loopback alone. */
    NONE
  }
}
