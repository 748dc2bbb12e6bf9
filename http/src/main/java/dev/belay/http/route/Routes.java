package dev.belay.http.route;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Which route answers which request, by exact path and method; 404 and 405 for the rest.
 *
 * <p>Paths are compared as they came, undecoded: one spelling reaches a route, and only one.
 * Immutable.
 */
public final class Routes implements Route {
  private static final Routes NONE = new Routes(Map.of());

  private final Map<String, AtPath> paths;

  private Routes(Map<String, AtPath> paths) {
    this.paths = paths;
  }

  /** {@return no routes: every request gets 404} */
  public static Routes none() {
    return NONE;
  }

  /**
   * {@return these, and {@code route} for every method at that path that has no route of its own}
   */
  public Routes with(String path, Route route) {
    return plus(path, at(path).withAny(route));
  }

  /** {@return these, and {@code route} for that method at that path} */
  public Routes with(String method, String path, Route route) {
    return plus(path, at(path).with(method, route));
  }

  @Override
  public void handle(Request request, Response response) throws InterruptedException {
    AtPath found = paths.get(request.path());
    if (found == null) {
      refuse(response, 404, List.of(), "nothing is served at this path");
      return;
    }
    Route route = found.methods.getOrDefault(request.method(), found.any);
    if (route == null) {
      var allow = new Header("Allow", String.join(", ", found.methods.keySet()));
      refuse(response, 405, List.of(allow), "this path does not take this method; see Allow");
      return;
    }
    route.handle(request, response);
  }

  private AtPath at(String path) {
    return paths.getOrDefault(path, new AtPath(Map.of(), null));
  }

  private Routes plus(String path, AtPath at) {
    var all = new LinkedHashMap<>(paths);
    all.put(path, at);
    return new Routes(all);
  }

  private static void refuse(Response response, int status, List<Header> more, String error) {
    var headers = new ArrayList<>(more);
    headers.add(new Header("Content-Type", "application/json"));
    response.send(
        status, headers, ("{\"error\":\"" + error + "\"}").getBytes(StandardCharsets.UTF_8));
  }

  /** The routes of one path, and the one for methods that have none. */
  private record AtPath(Map<String, Route> methods, @Nullable Route any) {
    AtPath with(String method, Route route) {
      var more = new LinkedHashMap<>(methods);
      more.put(method, route);
      return new AtPath(more, any);
    }

    AtPath withAny(Route route) {
      return new AtPath(methods, route);
    }
  }
}
