package dev.belay.config;

import java.util.function.BiConsumer;

/** What the sources said about {@code auth} and its two sections. */
final class AuthDraft {
  final Values auth = new Values("auth");
  final Values tokens = new Values("auth.tokens");
  final Values oauth = new Values("auth.oauth");

  boolean isEmpty() {
    return auth.isEmpty() && tokens.isEmpty() && oauth.isEmpty();
  }

  void eachOrigin(BiConsumer<String, Origin> action) {
    auth.eachOrigin(action);
    tokens.eachOrigin(action);
    oauth.eachOrigin(action);
  }
}
