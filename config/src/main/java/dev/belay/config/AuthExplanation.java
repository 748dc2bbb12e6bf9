package dev.belay.config;

import java.util.List;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** Lists the effective values of {@code auth}; never a token. */
record AuthExplanation(AuthSettings auth, BiConsumer<String, String> row) {
  void rows() {
    row.accept("auth.mode", Choice.show(auth.mode()));
    var tokens = auth.tokens();
    given("auth.tokens.file", tokens.file());
    given("auth.tokens.env", tokens.env());
    given("auth.tokens.admins", tokens.admins());
    var oauth = auth.oauth();
    if (oauth != null) {
      row.accept("auth.oauth.issuer", HttpUrl.shown(oauth.issuer()));
      row.accept("auth.oauth.jwks_url", HttpUrl.shown(oauth.jwksUrl().toString()));
      row.accept("auth.oauth.jwks_network", Choice.show(oauth.jwksNetwork()));
      row.accept("auth.oauth.resource", HttpUrl.shown(oauth.resource().toString()));
      row.accept("auth.oauth.audiences", Texts.show(oauth.audiences()));
      row.accept("auth.oauth.required_scopes", Texts.show(oauth.requiredScopes()));
      given("auth.oauth.admin_scope", oauth.adminScope());
      row.accept("auth.oauth.clock_skew", Span.show(oauth.clockSkew()));
    }
  }

  private void given(String key, @Nullable String value) {
    if (value != null) {
      row.accept(key, value);
    }
  }

  private void given(String key, List<String> values) {
    if (!values.isEmpty()) {
      row.accept(key, Texts.show(values));
    }
  }
}
