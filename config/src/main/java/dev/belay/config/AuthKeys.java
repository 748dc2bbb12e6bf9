package dev.belay.config;

import java.time.Duration;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Every key of {@code auth}. */
final class AuthKeys {
  static final String TOKENS = "tokens";
  static final String OAUTH = "oauth";

  static final Key<AuthMode> MODE = Key.choice("mode", AuthMode.class);

  static final Key<String> FILE = Key.text("file");
  static final Key<String> ENV = new Key<>("env", String.class, AuthKeys::variable);
  static final Key<Texts> ADMINS = Key.texts("admins", AuthKeys::name);

  static final Key<String> ISSUER = Key.url("issuer");
  static final Key<String> JWKS_URL = new Key<>("jwks_url", String.class, KeysUrl::read);
  static final Key<KeyNetwork> JWKS_NETWORK = Key.choice("jwks_network", KeyNetwork.class);
  static final Key<String> RESOURCE = Key.url("resource");
  static final Key<Texts> AUDIENCES = Key.texts("audiences", AuthKeys::audience);
  static final Key<Texts> REQUIRED_SCOPES = Key.texts("required_scopes", AuthKeys::scope);
  static final Key<String> ADMIN_SCOPE = new Key<>("admin_scope", String.class, AuthKeys::oneScope);
  static final Key<Duration> CLOCK_SKEW = new Key<>("clock_skew", Duration.class, AuthKeys::skew);

  static final List<Key<?>> OF_AUTH = List.of(MODE);
  static final List<Key<?>> OF_TOKENS = List.of(FILE, ENV, ADMINS);
  static final List<Key<?>> OF_OAUTH =
      List.of(
          ISSUER,
          JWKS_URL,
          JWKS_NETWORK,
          RESOURCE,
          AUDIENCES,
          REQUIRED_SCOPES,
          ADMIN_SCOPE,
          CLOCK_SKEW);

  private static final Duration MOST_SKEW = Duration.ofMinutes(5);
  private static final Pattern VARIABLE = Pattern.compile("BELAY_[A-Z0-9_]{1,60}");
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9._-]{1,64}");
  // RFC 6749 §3.3, less the comma, which separates here.
  private static final Pattern SCOPE = Pattern.compile("[!#-+\\--\\[\\]-~]{1,128}");

  private AuthKeys() {}

  // Whatever begins so is given to no server.
  private static Reading<String> variable(String text) {
    return VARIABLE.matcher(text).matches()
        ? new Reading.Good<>(text)
        : new Reading.Wrong<>("expected the name of a variable that begins with BELAY_");
  }

  private static @Nullable String name(String text) {
    return NAME.matcher(text).matches() ? null : "expected names of tokens";
  }

  private static @Nullable String audience(String text) {
    return text.isEmpty() || text.length() > 512 ? "expected audiences of tokens" : null;
  }

  private static @Nullable String scope(String text) {
    return SCOPE.matcher(text).matches() ? null : "expected scopes, such as tools:call";
  }

  private static Reading<String> oneScope(String text) {
    var fault = scope(text);
    return fault == null ? new Reading.Good<>(text) : new Reading.Wrong<>(fault);
  }

  private static Reading<Duration> skew(String text) {
    return Span.read(text) instanceof Reading.Good<Duration> good
            && good.value().compareTo(MOST_SKEW) <= 0
        ? good
        : new Reading.Wrong<>("expected at most 5m: a longer one keeps expired tokens alive");
  }
}
