package dev.belay.http.route;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Selects a route by path and method; answers 404 or 405 if there is none.
 *
 * <p>Paths are compared undecoded, so exactly one spelling reaches a route. An exact path takes
 * precedence over a {@link PathPattern}. Immutable.
 */
public final class Routes implements Route {
  /** The path that the 404 message points to. */
  private static final String MCP = "/mcp";

  private static final AtPath NOTHING = new AtPath(Map.of(), null);
  private static final Routes NONE = new Routes(Map.of(), Map.of());

  private final Map<String, AtPath> paths;
  private final Map<PathPattern, AtPath> patterns;

  private Routes(Map<String, AtPath> paths, Map<PathPattern, AtPath> patterns) {
    this.paths = paths;
    this.patterns = patterns;
  }

  /** {@return no routes: every request gets 404} */
  public static Routes none() {
    return NONE;
  }

  /**
   * {@return these, with {@code route} for every method at that path without a route of its own}
   */
  public Routes with(String path, Route route) {
    return plus(path, at(path).withAny(route));
  }

  /** {@return these, with {@code route} for that method at that path} */
  public Routes with(String method, String path, Route route) {
    return plus(path, at(path).with(method, route));
  }

  /** {@return these, with {@code route} for that method at every path of that pattern} */
  public Routes with(String method, PathPattern pattern, Route route) {
    var all = new LinkedHashMap<>(patterns);
    all.put(pattern, patterns.getOrDefault(pattern, NOTHING).with(method, route));
    return new Routes(paths, all);
  }

  /** {@return these and {@code others}, which take precedence where both have a path} */
  public Routes with(Routes others) {
    var all = new LinkedHashMap<>(paths);
    all.putAll(others.paths);
    var more = new LinkedHashMap<>(patterns);
    more.putAll(others.patterns);
    return new Routes(all, more);
  }

  /** {@return every path and pattern with each of its methods, {@code *} for any, as text} */
  public List<String> listed() {
    var listed = new ArrayList<String>();
    paths.forEach((path, at) -> at.methods().forEach(method -> listed.add(method + " " + path)));
    patterns.forEach((path, at) -> at.methods().forEach(method -> listed.add(method + " " + path)));
    return listed;
  }

  @Override
  public Access.@Nullable Decision admit(Request head) throws InterruptedException {
    Route route = route(head);
    return route == null ? nothing(head) : route.admit(head);
  }

  @Override
  public void handle(Request request, Response response) throws InterruptedException {
    Route route = route(request);
    if (route == null) {
      nothing(request).to(response);
    } else {
      route.handle(request, response);
    }
  }

  private @Nullable Route route(Request request) {
    AtPath found = find(request.path());
    return found == null ? null : found.routes.getOrDefault(request.method(), found.any);
  }

  private Access.Refused nothing(Request request) {
    AtPath found = find(request.path());
    if (found == null) {
      var hint = paths.containsKey(MCP) ? "; MCP is at " + MCP : "";
      return refusal(404, List.of(), "nothing is served at this path" + hint);
    }
    var allow = new Header("Allow", String.join(", ", found.routes.keySet()));
    return refusal(405, List.of(allow), "this path does not take this method; see Allow");
  }

  private @Nullable AtPath find(String path) {
    AtPath exact = paths.get(path);
    if (exact == null) {
      for (var pattern : patterns.entrySet()) {
        if (pattern.getKey().parameter(path) != null) {
          return pattern.getValue();
        }
      }
    }
    return exact;
  }

  /** {@return the paths, then the patterns, in the order they were added} */
  public List<String> paths() {
    return Stream.concat(
            paths.keySet().stream(), patterns.keySet().stream().map(PathPattern::toString))
        .toList();
  }

  private AtPath at(String path) {
    return paths.getOrDefault(path, NOTHING);
  }

  private Routes plus(String path, AtPath at) {
    var all = new LinkedHashMap<>(paths);
    all.put(path, at);
    return new Routes(all, patterns);
  }

  private static Access.Refused refusal(int status, List<Header> more, String error) {
    var headers = new ArrayList<>(more);
    headers.add(new Header("Content-Type", "application/json"));
    return new Access.Refused(
        status, headers, ("{\"error\":\"" + error + "\"}").getBytes(StandardCharsets.UTF_8));
  }

  /** The routes of one path by method, and the fallback for other methods. */
  private record AtPath(Map<String, Route> routes, @Nullable Route any) {
    AtPath with(String method, Route route) {
      var more = new LinkedHashMap<>(routes);
      more.put(method, route);
      return new AtPath(more, any);
    }

    AtPath withAny(Route route) {
      return new AtPath(routes, route);
    }

    List<String> methods() {
      var methods = new ArrayList<>(routes.keySet());
      if (any != null) {
        methods.add("*");
      }
      return methods;
    }
  }
}
