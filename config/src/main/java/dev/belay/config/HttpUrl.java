package dev.belay.config;

import java.net.URI;
import java.net.URISyntaxException;

/** URLs as users write them: of servers, models and authorization servers. */
final class HttpUrl {
  private static final String SCHEMA =
      """
      {"type":"string","pattern":"^[Hh][Tt][Tt][Pp][Ss]?://|\\\\$\\\\{"}\
      """;

  /** URLs that are not confidential. */
  static final Codec<String> OPEN = codec("http://127.0.0.1:4000/mcp");

  /** URLs of keys, which must not be replaced in transit. */
  static final Codec<String> OF_KEYS = Codec.of(HttpUrl::ofKeys, HttpUrl::shown, SCHEMA).place();

  /** URLs of messages to people, which hold the secret of their chat in any part but the host. */
  static final Codec<String> OF_NOTICES =
      Codec.of(HttpUrl::ofKeys, HttpUrl::host, SCHEMA).place().unquoted();

  private HttpUrl() {}

  /**
   * {@return a codec of URLs as written}
   *
   * @param example shown to users whose text is not a URL
   */
  static Codec<String> codec(String example) {
    return Codec.of(text -> read(text, example), HttpUrl::shown, SCHEMA).place();
  }

  /** {@return the URL as written; invalid if no request could be sent to it} */
  private static Reading<String> read(String text, String example) {
    try {
      var uri = new URI(text);
      var scheme = uri.getScheme();
      if (scheme != null
          && (scheme.equalsIgnoreCase("http") || scheme.equalsIgnoreCase("https"))
          && uri.getHost() != null
          && uri.getPort() <= 65_535) {
        return uri.getRawUserInfo() != null
            ? new Reading.Wrong<>("holds a user; put it into headers, as Authorization")
            : uri.getRawFragment() != null
                ? new Reading.Wrong<>("holds a fragment (#), which no server ever sees")
                : new Reading.Good<>(text);
      }
    } catch (URISyntaxException _) {
      // Handled like an unsuitable URL.
    }
    return new Reading.Wrong<>("expected an address such as " + example);
  }

  private static Reading<String> ofKeys(String text) {
    var read = read(text, "http://127.0.0.1:4000/mcp");
    if (!(read instanceof Reading.Good<String>)) {
      return read;
    }
    var uri = URI.create(text);
    return "https".equalsIgnoreCase(uri.getScheme()) || HttpHost.isLoopback(uri.getHost())
        ? read
        : new Reading.Wrong<>("expected https; http is for this machine's own addresses");
  }

  /** {@return the scheme and host of the URL, without all that may be secret} */
  static String host(String text) {
    try {
      var uri = new URI(text);
      return uri.getHost() == null
          ? Substitution.hidden(text)
          : uri.getScheme()
              + "://"
              + uri.getHost()
              + (uri.getPort() < 0 ? "" : ":" + uri.getPort())
              + "/(hidden)";
    } catch (URISyntaxException _) {
      return Substitution.hidden(text);
    }
  }

  /** {@return the URL without possible secrets} */
  static String shown(String text) {
    var query = text.indexOf('?');
    return query < 0 ? text : text.substring(0, query) + "?(hidden)";
  }
}
