package dev.belay.config;

import java.net.URI;

/** Where an authorization server has its keys: nobody on the way may put others in their place. */
final class KeysUrl {
  private KeysUrl() {}

  static Reading<String> read(String text) {
    var read = HttpUrl.read(text);
    if (read instanceof Reading.Good<String>(var url)) {
      var uri = URI.create(url);
      boolean isSafe =
          "https".equalsIgnoreCase(uri.getScheme()) || HttpHost.isLoopback(uri.getHost());
      return isSafe
          ? read
          : new Reading.Wrong<>("expected https; http is for this machine's own addresses");
    }
    return read;
  }
}
