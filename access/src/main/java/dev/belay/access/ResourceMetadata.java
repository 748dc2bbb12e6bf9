package dev.belay.access;

import dev.belay.config.AuthSettings;
import dev.belay.http.route.Header;
import dev.belay.http.route.Request;
import dev.belay.http.route.Response;
import dev.belay.http.route.Route;
import dev.belay.http.route.Routes;
import dev.belay.mcp.envelope.JsonString;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.stream.Collectors;

/** Serves the metadata that names the issuer of tokens for this server (RFC 9728 §3). */
record ResourceMetadata(AuthSettings.OAuth settings) implements Route {
  private static final String WELL_KNOWN = "/.well-known/oauth-protected-resource";
  private static final List<Header> HEADERS =
      List.of(
          new Header("Content-Type", "application/json"),
          new Header("Cache-Control", "max-age=300"));

  /** {@return its URL, as clients see this server from outside} */
  String url() {
    var resource = settings.resource();
    return origin(resource) + WELL_KNOWN + path(resource);
  }

  /** {@return these routes, with the metadata at every path where a client looks for it} */
  Routes with(Routes routes) {
    // A proxy in front may map its public path to another path here.
    var paths =
        new LinkedHashSet<>(
            List.of(WELL_KNOWN, WELL_KNOWN + "/mcp", WELL_KNOWN + path(settings.resource())));
    var all = routes;
    for (var path : paths) {
      all = all.with("GET", path, this);
    }
    return all;
  }

  private static String origin(URI resource) {
    return resource.getScheme() + "://" + resource.getRawAuthority();
  }

  private static String path(URI resource) {
    var path = resource.getRawPath();
    return path == null || path.equals("/") ? "" : path;
  }

  @Override
  public void handle(Request request, Response response) {
    response.send(200, HEADERS, json().getBytes(StandardCharsets.UTF_8));
  }

  private String json() {
    return "{\"resource\":"
        + JsonString.quote(settings.resource().toString())
        + ",\"authorization_servers\":"
        + list(List.of(settings.issuer()))
        + (settings.requiredScopes().isEmpty()
            ? ""
            : ",\"scopes_supported\":" + list(settings.requiredScopes()))
        + ",\"bearer_methods_supported\":[\"header\"],\"resource_name\":\"Belay\"}";
  }

  private static String list(List<String> texts) {
    return texts.stream().map(JsonString::quote).collect(Collectors.joining(",", "[", "]"));
  }
}
