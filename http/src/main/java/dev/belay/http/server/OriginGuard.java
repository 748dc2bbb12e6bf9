package dev.belay.http.server;

import dev.belay.http.server.Refusal.RequestRefused;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Refuses requests from foreign web pages to a server on this machine (mcp.md §5D, CVE-2025-49596):
 * a {@code Host} that DNS rebinding could have forged, an {@code Origin} of another scheme, host or
 * port, and a request that the browser marks as cross-origin.
 */
final class OriginGuard {
  private static final Set<String> OWN_NAMES = Set.of("localhost", "127.0.0.1", "[::1]");

  private final Set<String> hosts;
  private final Set<String> origins;
  private final Set<String> pages;

  OriginGuard(HttpServerOptions settings) {
    var all = new HashSet<>(OWN_NAMES);
    all.add(bracketed(settings.host()));
    settings.hosts().forEach(host -> all.add(bracketed(host)));
    this.hosts = Set.copyOf(all);
    var exact = new HashSet<String>();
    settings.origins().forEach(origin -> exact.add(origin.toLowerCase(Locale.ROOT)));
    this.origins = Set.copyOf(exact);
    this.pages = settings.pages();
  }

  void check(RequestHead head) throws RequestRefused {
    List<String> named = head.all("host");
    if (named.size() != 1) {
      throw new RequestRefused("a request has one Host header");
    }
    String host = named.getFirst().toLowerCase(Locale.ROOT);
    if (head.line().authority() != null && !head.line().authority().equals(host)) {
      throw new RequestRefused("the target and the Host header name different hosts");
    }
    String name = withoutPort(host);
    if (name == null || !hosts.contains(name)) {
      throw new RequestRefused(
          Refusal.forbidden("this host name is not served here; add it to the allowed hosts"));
    }
    for (String origin : head.all("origin")) {
      if (!isAllowed(origin, host)) {
        throw new RequestRefused(
            Refusal.forbidden("this origin may not call; add it to the allowed origins"));
      }
    }
    // An Origin decides alone: an allowed origin is cross-site as well.
    if (head.all("origin").isEmpty() && !isLink(head)) {
      checkSite(head);
    }
  }

  /** A page on another port of this machine is same-site, yet as foreign as any other. */
  private static void checkSite(RequestHead head) throws RequestRefused {
    for (String site : head.all("sec-fetch-site")) {
      if (!site.equalsIgnoreCase("same-origin") && !site.equalsIgnoreCase("none")) {
        throw new RequestRefused(
            Refusal.forbidden("a page of another origin may not call this server"));
      }
    }
  }

  /**
   * {@return whether this is a top-level navigation to a page, whose content the linking page
   * cannot read}
   */
  private boolean isLink(RequestHead head) {
    return head.line().method().equals("GET")
        && pages.contains(head.line().path())
        && head.all("sec-fetch-mode").equals(List.of("navigate"))
        && head.all("sec-fetch-dest").equals(List.of("document"));
  }

  /**
   * {@return whether a page of that origin may call: an allowed one, or one served by this server
   * under the name and port that the request names}
   *
   * <p>A proxy in front may terminate TLS, which cannot be seen here, so both schemes count.
   */
  private boolean isAllowed(String text, String host) {
    String origin = text.toLowerCase(Locale.ROOT);
    return origins.contains(origin)
        || origin.equals("http://" + withoutPort(host, ":80"))
        || origin.equals("https://" + withoutPort(host, ":443"));
  }

  /** A browser leaves out the port that its scheme implies. */
  private static String withoutPort(String host, String implied) {
    return host.endsWith(implied) ? host.substring(0, host.length() - implied.length()) : host;
  }

  /** {@return the name without its port, or null if the header is malformed} */
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
