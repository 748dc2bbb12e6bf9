package dev.belay.http.stream;

import dev.belay.http.route.Request;
import dev.belay.http.route.Response;
import dev.belay.http.route.Route;
import dev.belay.http.stream.McpOverHttp.InfoPage;

/**
 * MCP on one URL for clients of every revision: dispatches requests by era (MCP 2025-11-25 and
 * 2026-07-28 §streamable-http).
 */
final class StreamableHttp implements Route {
  private final Service service;
  private final ModernHttp modern;
  private final LegacyHttp legacy;
  private final InfoPage info;

  StreamableHttp(Service service, ModernHttp modern, LegacyHttp legacy, InfoPage info) {
    this.service = service;
    this.modern = modern;
    this.legacy = legacy;
    this.info = info;
  }

  @Override
  public void handle(Request request, Response response) throws InterruptedException {
    switch (request.method()) {
      case "POST" -> post(request, response);
      case "GET", "DELETE" -> {
        if (Posted.namesModern(request)) {
          Rejections.MODERN_HAS_NO_STREAM.to(response, null);
        } else if (request.method().equals("DELETE")) {
          legacy.delete(request, response);
        } else if (MediaTypes.acceptsEvents(request)) {
          legacy.get(request, response);
        } else {
          info.send(response);
        }
      }
      default -> Rejections.METHOD.to(response, null);
    }
  }

  private void post(Request request, Response response) throws InterruptedException {
    switch (Posted.classify(request, service.bounds().message())) {
      case Posted.Modern(var message) -> modern.request(request, response, message);
      case Posted.ModernNotification() -> Wire.accepted(response);
      case Posted.Legacy(var message) -> legacy.message(request, response, message);
      case Posted.Batch() -> legacy.batch(request, response);
      case Posted.Refused(var refusal, var id) -> refusal.to(response, id);
    }
  }
}
