package dev.belay.config;

import java.net.URI;
import java.net.URISyntaxException;

/** Addresses of servers as users write them. */
final class HttpUrl {
  private HttpUrl() {}

  /** {@return the address as it was written; wrong where no request could be sent to it} */
  static Reading<String> read(String text) {
    return read(text, "http://127.0.0.1:4000/mcp");
  }

  /**
   * {@return the same}
   *
   * @param example of an address, for whoever wrote none
   */
  static Reading<String> read(String text, String example) {
    try {
      var uri = new URI(text);
      var scheme = uri.getScheme();
      if (scheme == null
          || !(scheme.equalsIgnoreCase("http") || scheme.equalsIgnoreCase("https"))
          || uri.getHost() == null
          || uri.getPort() > 65_535) {
        return wrong(example);
      }
      if (uri.getRawUserInfo() != null) {
        return new Reading.Wrong<>("holds a user; put it into headers, as Authorization");
      }
      return uri.getRawFragment() == null
          ? new Reading.Good<>(text)
          : new Reading.Wrong<>("holds a fragment (#), which no server ever sees");
    } catch (URISyntaxException _) {
      return wrong(example);
    }
  }

  private static Reading<String> wrong(String example) {
    return new Reading.Wrong<>("expected an address such as " + example);
  }

  /** {@return the address without what may be a secret} */
  static String shown(String text) {
    var query = text.indexOf('?');
    return query < 0 ? text : text.substring(0, query) + "?(hidden)";
  }
}
