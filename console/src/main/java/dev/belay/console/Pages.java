package dev.belay.console;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.belay.http.route.Header;
import dev.belay.http.route.PathPattern;
import dev.belay.http.route.Request;
import dev.belay.http.route.Response;
import dev.belay.http.route.Routes;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;

/**
 * The pages of the console: one HTML for every path of a page, and its scripts and styles, as they
 * lie in this module. They hold no data, so they need no token; what they show comes from {@code
 * /api}.
 *
 * <p>Nothing is read before the first request. Safe for use by many threads.
 */
public final class Pages {
  /** The paths of pages. */
  public static final Set<String> PATHS =
      Set.of(
          "/",
          "/ui/now",
          "/ui/approvals",
          "/ui/jobs",
          "/ui/servers",
          "/ui/history",
          "/ui/chat",
          "/ui/config",
          "/ui/settings");

  private static final PathPattern PART = PathPattern.of("/ui/a/{name}");

  private static final Map<String, String> TYPES =
      Map.of(
          "js", "text/javascript; charset=utf-8",
          "css", "text/css; charset=utf-8",
          "svg", "image/svg+xml",
          "html", "text/html; charset=utf-8");

  /** Scripts come from here alone, and none may make markup of text. */
  private static final String POLICY =
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self';"
          + " base-uri 'none'; form-action 'none'; frame-ancestors 'none';"
          + " require-trusted-types-for 'script'; trusted-types 'none'";

  private final Map<String, Part> parts = new ConcurrentHashMap<>();

  /** Creates the pages; nothing is read yet. */
  public Pages() {}

  /** One file, and the same packed. */
  @SuppressWarnings("ArrayRecordComponent") // Parts are sent, never compared.
  private record Part(String type, byte[] whole, byte[] packed, String tag) {}

  /** {@return their routes} */
  public Routes routes() {
    var routes = Routes.none();
    for (var path : PATHS) {
      routes =
          routes.with("GET", path, (request, response) -> send("index.html", request, response));
    }
    return routes.with(
        "GET",
        PART,
        (request, response) ->
            send(String.valueOf(PART.parameter(request.path())), request, response));
  }

  private void send(String name, Request request, Response response) {
    var part = part(name);
    if (part == null) {
      response.send(
          404,
          List.of(new Header("Content-Type", "application/json")),
          "{\"error\":\"the console has no such part\"}".getBytes(UTF_8));
      return;
    }
    var headers = new ArrayList<Header>();
    headers.add(new Header("Content-Type", part.type));
    headers.add(new Header("Cache-Control", "no-cache"));
    headers.add(new Header("ETag", part.tag));
    headers.add(new Header("Vary", "Accept-Encoding"));
    headers.add(new Header("X-Content-Type-Options", "nosniff"));
    headers.add(new Header("Referrer-Policy", "no-referrer"));
    headers.add(new Header("Cross-Origin-Opener-Policy", "same-origin"));
    headers.add(new Header("Content-Security-Policy", POLICY));
    if (part.tag.equals(request.header("if-none-match"))) {
      response.send(304, headers, new byte[0]);
      return;
    }
    var encodings = request.header("accept-encoding");
    if (encodings != null && encodings.contains("gzip")) {
      headers.add(new Header("Content-Encoding", "gzip"));
      response.send(200, headers, part.packed);
    } else {
      response.send(200, headers, part.whole);
    }
  }

  private @Nullable Part part(String name) {
    // Names of others are not remembered, however many there are.
    if (!name.matches("[a-z]{1,32}\\.(?:js|css|svg|html)")) {
      return null;
    }
    var known = parts.get(name);
    if (known != null) {
      return known;
    }
    try (var in = Pages.class.getResourceAsStream(name)) {
      if (in == null) {
        return null;
      }
      var whole = in.readAllBytes();
      var type = TYPES.getOrDefault(name.substring(name.indexOf('.') + 1), "text/plain");
      var part = new Part(type, whole, packed(whole), '"' + digest(whole) + '"');
      parts.put(name, part);
      return part;
    } catch (IOException e) {
      throw new UncheckedIOException("the console cannot be read", e);
    }
  }

  private static byte[] packed(byte[] whole) throws IOException {
    var bytes = new ByteArrayOutputStream();
    try (var out = new GZIPOutputStream(bytes)) {
      out.write(whole);
    }
    return bytes.toByteArray();
  }

  private static String digest(byte[] bytes) {
    try {
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes), 0, 8);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }
}
