package dev.belay.http.server;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Keeps web pages that are not ours away from a server on this machine (mcp.md §5D,
 * CVE-2025-49596): a name in {@code Host} that rebinding could have made up, a foreign {@code
 * Origin}, a request that the browser itself calls cross-site.
 */
final class Guard {
  private final Set<String> hosts;
  private final Set<String> origins;

  Guard(HttpSettings settings) {
    var all = new HashSet<>(Set.of("localhost", "127.0.0.1", "[::1]"));
    all.add(bracketed(settings.host()));
    settings.hosts().forEach(host -> all.add(bracketed(host)));
    this.hosts = Set.copyOf(all);
    var exact = new HashSet<String>();
    settings.origins().forEach(origin -> exact.add(origin.toLowerCase(Locale.ROOT)));
    this.origins = Set.copyOf(exact);
  }

  void check(Head head) throws RefusedRequestException {
    List<String> named = head.all("host");
    if (named.size() != 1) {
      throw new RefusedRequestException("a request has one Host header");
    }
    String host = named.getFirst().toLowerCase(Locale.ROOT);
    if (head.authority() != null && !head.authority().equals(host)) {
      throw new RefusedRequestException("the target and the Host header name different hosts");
    }
    String name = withoutPort(host);
    if (name == null || !hosts.contains(name)) {
      throw new RefusedRequestException(
          Refusal.forbidden("this host name is not served here; add it to the allowed hosts"));
    }
    for (String origin : head.all("origin")) {
      if (!isAllowed(origin)) {
        throw new RefusedRequestException(
            Refusal.forbidden("this origin may not call; add it to the allowed origins"));
      }
    }
    // Where a page says who it is, that decides: an allowed origin is another site as well.
    if (head.all("origin").isEmpty()) {
      checkSite(head);
    }
  }

  private static void checkSite(Head head) throws RefusedRequestException {
    for (String site : head.all("sec-fetch-site")) {
      if (site.equalsIgnoreCase("cross-site")) {
        throw new RefusedRequestException(
            Refusal.forbidden("a page of another site may not call this server"));
      }
    }
  }

  private boolean isAllowed(String text) {
    String origin = text.toLowerCase(Locale.ROOT);
    if (origins.contains(origin)) {
      return true;
    }
    try {
      var uri = new URI(origin);
      boolean isPage = "http".equals(uri.getScheme()) || "https".equals(uri.getScheme());
      boolean isBare =
          "".equals(uri.getRawPath())
              && uri.getRawUserInfo() == null
              && uri.getRawQuery() == null
              && uri.getRawFragment() == null;
      return isPage && isBare && uri.getHost() != null && hosts.contains(uri.getHost());
    } catch (URISyntaxException e) {
      return false;
    }
  }

  /** {@return the name without its port, or null if it is no name with a port} */
  private static @Nullable String withoutPort(String host) {
    int end = host.startsWith("[") ? host.indexOf(']') + 1 : host.indexOf(':');
    if (end < 0) {
      return host;
    }
    if (end == host.length() && end > 0) {
      return host;
    }
    boolean isPort = end > 0 && host.charAt(end) == ':' && Chars.isDigits(host, end + 1);
    return isPort ? host.substring(0, end) : null;
  }

  /** An IPv6 address stands in brackets in a header, and without them in a setting. */
  private static String bracketed(String host) {
    String name = host.toLowerCase(Locale.ROOT);
    return name.indexOf(':') >= 0 && !name.startsWith("[") ? "[" + name + "]" : name;
  }
}
