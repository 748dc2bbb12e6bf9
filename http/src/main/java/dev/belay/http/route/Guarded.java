package dev.belay.http.route;

/** A route that hears of a request only once it is known who is behind it. */
public record Guarded(Access access, Route route) implements Route {
  @Override
  public void handle(Request request, Response response) throws InterruptedException {
    switch (access.decide(request)) {
      case Access.Known known -> route.handle(request.by(known), response);
      case Access.Refused refused ->
          response.send(refused.status(), refused.headers(), refused.body());
    }
  }
}
