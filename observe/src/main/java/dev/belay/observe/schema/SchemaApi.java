package dev.belay.observe.schema;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.belay.http.json.JsonAnswer;
import dev.belay.http.route.Access;
import dev.belay.http.route.Guarded;
import dev.belay.http.route.Header;
import dev.belay.http.route.PathPattern;
import dev.belay.http.route.Request;
import dev.belay.http.route.Response;
import dev.belay.http.route.Route;
import dev.belay.http.route.Routes;
import dev.belay.mcp.envelope.JsonText;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * {@code GET /api/schema}, each schema below it, and {@code GET /api/openapi.json}. Loads and
 * builds everything at the first request. Safe for use by many threads.
 */
public final class SchemaApi {
  static final String SCHEMA_TYPE = "application/schema+json";

  private static final PathPattern ONE = PathPattern.of("/api/schema/{name}");
  private static final Header FRESH = new Header("Cache-Control", "no-store");

  private final Access access;
  private final String version;
  private final Set<String> served;

  /**
   * Describes those routes, as far as they are known.
   *
   * @param version of Belay
   * @param others all routes other than its own
   */
  public SchemaApi(Access access, String version, Routes others) {
    this.access = access;
    this.version = version;
    served = new HashSet<>(others.listed());
    served.addAll(routes().listed());
  }

  /** {@return its routes} */
  public Routes routes() {
    return Routes.none()
        .with("GET", "/api/schema", guarded((_, response) -> index(response)))
        .with("GET", ONE, guarded(SchemaApi::one))
        .with("GET", "/api/openapi.json", guarded((_, response) -> document(response)));
  }

  private Guarded guarded(Route route) {
    return new Guarded(access, route);
  }

  private static void index(Response response) {
    var json = new JsonText();
    Schemas.NAMES.forEach(name -> json.text(name, "/api/schema/" + name));
    JsonAnswer.json(response, 200, json);
  }

  private static void one(Request request, Response response) {
    var name = String.valueOf(ONE.parameter(request.path()));
    if (Schemas.NAMES.contains(name)) {
      send(response, SCHEMA_TYPE, Schemas.bytes(name));
    } else {
      JsonAnswer.error(
          response, 404, "no such schema; there are " + String.join(", ", Schemas.NAMES));
    }
  }

  private void document(Response response) {
    var operations = Operations.all().stream().filter(one -> served.contains(one.route())).toList();
    send(response, "application/json", OpenApi.document(version, operations).getBytes(UTF_8));
  }

  private static void send(Response response, String type, byte[] body) {
    response.send(200, List.of(new Header("Content-Type", type), FRESH), body);
  }
}
