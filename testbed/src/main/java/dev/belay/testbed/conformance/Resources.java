package dev.belay.testbed.conformance;

import static dev.belay.testbed.conformance.Contents.contents;
import static dev.belay.testbed.conformance.Contents.textResource;
import static dev.belay.testbed.conformance.Definitions.resource;
import static dev.belay.testbed.conformance.Definitions.template;

import dev.belay.mcp.server.Exchange;
import dev.belay.mcp.server.McpServerBuilder;
import dev.belay.testkit.json.Json;

/** Resources: a text, bytes, one to subscribe to, and a template. */
final class Resources {
  private Resources() {}

  static void addTo(McpServerBuilder server) {
    server
        .resource(
            resource("test://static-text", "Static text", "A text", "text/plain"),
            exchange ->
                contents(
                    textResource(
                        exchange.target(),
                        "text/plain",
                        "This is the content of the static text resource.")))
        .resource(
            resource("test://static-binary", "Static bytes", "An image", "image/png"),
            exchange ->
                contents(
                    "{\"uri\":%s,\"mimeType\":\"image/png\",\"blob\":\"%s\"}"
                        .formatted(Json.quote(exchange.target()), Contents.PNG)))
        .resource(
            resource("test://watched-resource", "Watched", "One to subscribe to", "text/plain"),
            exchange -> contents(textResource(exchange.target(), "text/plain", "Watched content.")))
        .template(
            template("test://template/{id}/data", "Template", "Data by id", "application/json"),
            Resources::data);
  }

  private static byte[] data(Exchange exchange) {
    var id = exchange.variables().getOrDefault("id", "");
    var data =
        "{\"id\":%s,\"templateTest\":true,\"data\":%s}"
            .formatted(Json.quote(id), Json.quote("Data for ID: " + id));
    return contents(textResource(exchange.target(), "application/json", data));
  }
}
