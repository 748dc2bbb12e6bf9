package shop;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.belay.testkit.client.ScriptedHttpClient;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.context.ConfigurableApplicationContext;
import shop.mcp.ToolServerLifecycle;

/** The whole application, called by clients over HTTP. */
@SpringBootTest(properties = "tools.server.port=0")
@Timeout(120)
class ShopTest {
  @Autowired ToolServerLifecycle server;

  @Test
  @DisplayName("Clients up to 2025-11-25 open a session, and call the beans' tools")
  void servesLegacyClients() throws IOException, InterruptedException {
    try (var client = ScriptedHttpClient.legacy(URI.create(server.url()))) {
      assertEquals(
          "shop", client.initialize("2025-11-25").at("result", "serverInfo", "name").text());
      assertEquals("40 of carabiner", inStock(client, "carabiner"));
    }
  }

  @Test
  @DisplayName("Clients since 2026-07-28 just call them")
  void servesModernClients() throws IOException, InterruptedException {
    try (var client = ScriptedHttpClient.modern(URI.create(server.url()))) {
      assertEquals("40 of carabiner", inStock(client, "carabiner"));
    }
  }

  @Test
  @DisplayName("The server stops and starts with the context")
  void stopsAndStarts(@Autowired ConfigurableApplicationContext context)
      throws IOException, InterruptedException {
    var before = URI.create(server.url());
    context.stop();
    try (var client = ScriptedHttpClient.modern(before)) {
      assertThrows(UncheckedIOException.class, () -> inStock(client, "carabiner"));
    }
    context.start();
    servesModernClients();
  }

  private static String inStock(ScriptedHttpClient client, String article)
      throws InterruptedException {
    var answer = client.call("in_stock", "{\"article\":\"" + article + "\"}");
    return answer.at("result", "content").items().getFirst().at("text").text();
  }
}
