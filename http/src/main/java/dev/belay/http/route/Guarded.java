package dev.belay.http.route;

/**
 * A route behind an access check, which runs when the head of a request has come, or at the latest
 * before the route handles it.
 */
public record Guarded(Access access, Route route) implements Route {
  @Override
  public Access.Decision admit(Request head) throws InterruptedException {
    return access.decide(head);
  }

  @Override
  public void handle(Request request, Response response) throws InterruptedException {
    if (request.caller() != null) {
      route.handle(request, response);
      return;
    }
    switch (access.decide(request)) {
      case Access.Known known -> route.handle(request.by(known), response);
      case Access.Refused refused -> refused.to(response);
    }
  }
}
