package dev.belay.samples.web;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.Locale;

/** A URL that can be fetched: {@code http} or {@code https}, with a host and without a password. */
record Target(URI uri) {
  /**
   * Reads what a caller wrote.
   *
   * @throws FetchFailedException if it is no such URL
   */
  static Target of(String url) throws FetchFailedException {
    try {
      return of(new URI(url.strip()));
    } catch (URISyntaxException e) {
      throw new FetchFailedException("%s is no URL: %s".formatted(url, e.getReason()), e);
    }
  }

  private static Target of(URI uri) throws FetchFailedException {
    var scheme = uri.getScheme() == null ? "" : uri.getScheme().toLowerCase(Locale.ROOT);
    if (!scheme.equals("http") && !scheme.equals("https")) {
      throw new FetchFailedException(uri + " is no URL of http:// or https://");
    }
    if (uri.getHost() == null) {
      throw new FetchFailedException(uri + " names no host");
    }
    if (uri.getUserInfo() != null) {
      throw new FetchFailedException("URLs with a name or a password before the host are not used");
    }
    return new Target(uri);
  }

  /**
   * {@return where an answer from here sends the caller}
   *
   * @throws FetchFailedException if that is no such URL, or gives up encryption
   */
  Target redirected(String location) throws FetchFailedException {
    Target next;
    try {
      next = of(uri.resolve(new URI(location)));
    } catch (URISyntaxException e) {
      throw new FetchFailedException(uri + " redirects to what is no URL: " + location, e);
    }
    if (isEncrypted() && !next.isEncrypted()) {
      throw new FetchFailedException(
          "%s redirects to %s, which is not encrypted".formatted(uri, next.uri()));
    }
    return next;
  }

  private boolean isEncrypted() {
    return uri.getScheme().equalsIgnoreCase("https");
  }
}
