package dev.belay.config;

import java.util.Set;

/** Who may be served without proof: nobody beyond this machine. */
record AuthRules(Settings settings, Findings findings) {
  private static final Set<String> EVERYWHERE = Set.of("0.0.0.0", "::", "[::]");

  void report() {
    var http = settings.http();
    var auth = settings.auth();
    if (HttpHost.isLoopback(http.host())) {
      return;
    }
    var at = settings.origins().of("http.host");
    if (auth.mode() == AuthMode.NONE) {
      findings.error(
          settings.origins().of("auth.mode"),
          "auth.mode",
          "none is for loopback alone, and http.host is " + http.host());
    } else if (!auth.isRequired()) {
      findings.error(at, "http.host", HttpHost.NOT_LOOPBACK + ", found '" + http.host() + "'");
    } else if (EVERYWHERE.contains(http.host()) && http.allowedHosts().isEmpty()) {
      findings.warn(
          at,
          "http.host",
          "is every address of this machine; clients reach it only by the names in"
              + " http.allowed_hosts, and there are none");
    }
  }
}
