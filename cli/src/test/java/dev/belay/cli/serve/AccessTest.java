package dev.belay.cli.serve;

import static dev.belay.cli.serve.Served.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.console.Pages;
import dev.belay.core.time.HandTime;
import dev.belay.testbed.fault.FaultyHttp;
import dev.belay.testkit.client.HttpAnswer;
import dev.belay.testkit.client.RawRequest;
import dev.belay.testkit.client.ScriptedHttpClient;
import dev.belay.testkit.http.Head;
import dev.belay.testkit.json.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@DisplayName("Who may call: tokens on every route, and nothing of one principal for another")
@Tag("process")
final class AccessTest {
  private static final String ADA = "adas-token-0123456789";
  private static final String BOB = "bobs-token-0123456789";
  private static final String LINES = "ada: " + ADA + "\nbob: " + BOB + "\n";
  private static final String TOKENS = "{\"tokens\":{\"env\":\"BELAY_TOKENS\"}}";

  /**
   * Routes without anything to hide, which the console's pages are, and the one that gives a token
   * for a code; all others need a token.
   */
  private static final Set<String> OPEN = open();

  private static Set<String> open() {
    var open = new HashSet<>(Pages.PATHS);
    open.addAll(
        Set.of(
            "/health",
            "/health/live",
            "/health/ready",
            "/metrics",
            "/ui/a/{name}",
            "/api/session"));
    return Set.copyOf(open);
  }

  @AutoClose private static Served served;

  @BeforeAll
  static void serve() throws IOException, InterruptedException {
    served = guarded(Serve.puppet()).start();
  }

  private static Serve guarded(Serve serve) {
    return serve.outside("BELAY_TOKENS", LINES).auth(TOKENS);
  }

  private static ScriptedHttpClient legacy(Served at, String token) throws InterruptedException {
    var client = bearing(at.kept(ScriptedHttpClient.legacy(at.url())), token);
    client.initialize(Served.NEWEST, "{}");
    return client;
  }

  private static ScriptedHttpClient modern(Served at, String token) {
    return bearing(at.modern(), token);
  }

  private static ScriptedHttpClient bearing(ScriptedHttpClient client, String token) {
    return client.always("Authorization", "Bearer " + token);
  }

  private static RawRequest raw(String method, String path, String... fields) {
    var request =
        new RawRequest(
            method, path, List.of(new Head.Field("Host", served.url().getRawAuthority())), "");
    for (var i = 0; i < fields.length; i += 2) {
      request = request.with(fields[i], fields[i + 1]);
    }
    return request;
  }

  @Test
  @DisplayName(
      "CVE-2025-64443, CVE-2026-33032, CVE-2026-23744: each route, by each method, without a token"
          + " is 401")
  void everyRouteNeedsAToken() throws InterruptedException {
    assertThat(served.paths()).contains("/mcp", "/sse", "/messages", "/api/calls/{id}/cancel");
    var before = served.log("call").size();
    try (var client = served.modern()) {
      for (var written : served.paths()) {
        var path = written.replace("{id}", "local-0123456789abcdef0123456789abcdef");
        if (OPEN.contains(path)) {
          continue;
        }
        for (var method : List.of("GET", "POST", "DELETE", "PUT", "PATCH", "OPTIONS", "HEAD")) {
          for (var accept : List.of("application/json", "text/event-stream")) {
            var answer = client.send(raw(method, path, "Accept", accept, "Content-Length", "0"));
            assertThat(answer.status()).as(method + " " + path).isIn(401, 405);
            if (method.equals("GET") || method.equals("POST")) {
              assertUnauthorizedUnlessNotServed(answer, method + " " + path);
            }
          }
        }
      }
    } catch (IOException e) {
      throw new AssertionError(e);
    }
    assertThat(served.log("call")).hasSize(before);
  }

  /** A path with a single method may name it to a client with another. */
  private static void assertUnauthorizedUnlessNotServed(HttpAnswer answer, String what)
      throws InterruptedException {
    if (answer.status() == 405) {
      assertThat(answer.field("Allow")).as(what).doesNotContain(what.split(" ", 2)[0]);
    } else {
      assertThat(answer.field("WWW-Authenticate")).as(what).startsWith("Bearer ");
    }
  }

  @Test
  @DisplayName("Bad input: no token, a wrong one, two, one in the URL, one of more than 8 KiB")
  void whatIsNoProofIsRefused() throws InterruptedException {
    assertThat(served.modern().request("1", "tools/list", "{}").status()).isEqualTo(401);
    var wrong = modern(served, ADA + "x").request("1", "tools/list", "{}");
    assertThat(wrong.status()).isEqualTo(401);
    assertThat(wrong.field("WWW-Authenticate")).contains("error=\"invalid_token\"");
    assertThat(wrong.body()).doesNotContain(ADA);
    assertThat(bearing(modern(served, ADA), ADA).request("1", "tools/list", "{}").status())
        .isEqualTo(400);
    var query = served.modern().requestPost("1", "tools/list", "{}");
    assertThat(
            served
                .modern()
                .send(
                    new RawRequest(
                        "POST", "/mcp?access_token=" + ADA, query.fields(), query.body()))
                .status())
        .isEqualTo(400);
    var long8 = modern(served, "x".repeat(8 * 1024 + 1)).request("1", "tools/list", "{}");
    assertThat(long8.status()).isIn(401, 431);
  }

  @Test
  @DisplayName("Refusals are as published, strangers see one word of health, /sse opens a stream")
  void isAsPublished() throws InterruptedException {
    var traffic = new Traffic();
    var ada = modern(served, ADA);
    var stranger = served.modern();
    var active = "/api/turns/active";
    var page = stranger.bare("GET").to("/health").with("Origin", "https://evil.example");
    assertThat(traffic.send(stranger, stranger.bare("GET").to(active)).status()).isEqualTo(401);
    assertThat(traffic.send(stranger, page).status()).isEqualTo(403);
    assertThat(traffic.send(ada, ada.bare("GET").to(active)).status()).isEqualTo(200);
    var inUrl = ada.bare("GET").to(active + "?access_token=" + ADA);
    assertThat(traffic.send(ada, inUrl).status()).isEqualTo(400);
    assertThat(traffic.send(stranger, stranger.bare("GET").to("/health")).body())
        .as("SEC-L3")
        .matches("\\{\"status\":\"\\w+\"}");
    assertThat(traffic.send(ada, ada.bare("GET").to("/health")).body())
        .contains("\"upstreams\":[{\"name\":");
    var wrong = modern(served, "x");
    assertThat(traffic.send(wrong, wrong.bare("GET").to("/health")).status()).isEqualTo(401);
    traffic.assertIsAs(Published.by(ada));
    assertThat(ada.send(ada.get().to("/sse")).nextEvent().data())
        .startsWith("/messages?sessionId=");
  }

  @Test
  @DisplayName("CVE-2026-52869: a session answers its principal alone; anybody else finds none")
  void aSessionIsItsPrincipals() throws InterruptedException {
    var ada = legacy(served, ADA);
    var bob = bearing(served.kept(ScriptedHttpClient.legacy(served.url())), BOB);
    bob.join(ada.session(), Served.NEWEST);
    assertThat(bob.request("1", "ping", "{}").status()).isEqualTo(404);
    assertThat(bob.cancel("1").status()).isEqualTo(404);
    assertThat(bob.listen().status()).isEqualTo(404);
    assertThat(bob.resume("0-1").status()).isEqualTo(404);
    assertThat(bob.delete().status()).isEqualTo(404);
    var nobody = served.kept(ScriptedHttpClient.legacy(served.url()));
    nobody.join(ada.session(), Served.NEWEST);
    assertThat(nobody.request("1", "ping", "{}").status()).isEqualTo(401);
    assertThat(text(ada.call("echo", "{\"text\":\"still\"}"))).isEqualTo("still");
  }

  @Test
  @DisplayName("CVE-2026-52870: the id of somebody else's task is one that nobody knows")
  void aTaskIsItsPrincipals() throws InterruptedException {
    var ada = legacy(served, ADA);
    ada.ask("tools/list", "{}");
    var task =
        ada.ask(
                "tools/call",
                "{\"name\":\"task\",\"arguments\":{\"steps\":2,\"everyMs\":60000},\"task\":{}}")
            .at("result", "task", "taskId");
    var id = "{\"taskId\":" + task.raw() + "}";
    var bob = legacy(served, BOB);
    for (var method : List.of("tasks/get", "tasks/cancel", "tasks/result")) {
      assertThat(bob.ask(method, id).at("error", "code").raw()).isEqualTo("-32602");
    }
    assertThat(ada.ask("tasks/get", id).at("result", "status").text()).isEqualTo("working");
    assertThat(ada.ask("tasks/cancel", id).at("result").present()).isTrue();
  }

  @Test
  @DisplayName("Whoever is no owner neither sees nor stops the calls of others over /api")
  void aCallIsItsPrincipalsOverTheApiToo() throws IOException, InterruptedException {
    // A separate gateway: a cancelled call counts as one that may still ask.
    try (var gateway = guarded(Serve.puppet()).start()) {
      var hanging = Served.call(legacy(gateway, ADA), "7", "hang_honouring_cancel", "{}");
      gateway.awaitLog("call", _ -> true, 1);
      var ada = modern(gateway, ADA);
      var bob = modern(gateway, BOB);
      var id =
          Json.parse(ada.send(ada.bare("GET").to("/api/calls")).body())
              .at("calls")
              .items()
              .getFirst()
              .at("id")
              .text();
      var cancel = "/api/calls/" + id + "/cancel";

      var bobs = bob.send(bob.bare("GET").to("/api/calls"));
      assertThat(Json.parse(bobs.body()).at("calls").items()).isEmpty();
      assertThat(bob.send(bob.bare("POST").to(cancel)).status()).isEqualTo(404);
      assertThat(ada.send(ada.bare("POST").to(cancel)).body()).contains("\"cancelled\":true");
      assertThat(text(hanging.response())).startsWith("[CANCELLED]");
    }
  }

  @Test
  @DisplayName(
      "§6, GHSA-g53w-w6mj-hrpp: no inbound credential, cookie or forwarding header goes to a server"
          + " over HTTP, and no header chooses another one")
  void nothingOfAClientReachesAServer() throws IOException, InterruptedException {
    // A server's process has the environment of its configuration, without Belay's own tokens.
    try (var gateway = guarded(Serve.process()).start()) {
      var ada = legacy(gateway, ADA).always("Cookie", "c=secret-cookie");
      assertThat(text(ada.call("env", "{\"name\":\"BELAY_TOKENS\"}"))).isEqualTo("null");
      assertThat(String.join("\n", gateway.log())).doesNotContain(ADA, "secret-cookie");
    }
    for (var era : List.of("legacy", "modern")) {
      try (var upstream = FaultyHttp.start("--era", era);
          var gateway =
              Serve.url(upstream.url())
                  .with("headers", "{\"Authorization\":\"Bearer upstreams-own\"}")
                  .outside("BELAY_TOKENS", LINES)
                  .auth(TOKENS)
                  .start()) {
        for (var client : List.of(legacy(gateway, ADA), modern(gateway, ADA))) {
          client
              .always("Cookie", "c=secret-cookie")
              .always("Proxy-Authorization", "Basic c2VjcmV0")
              .always("X-Forwarded-For", "203.0.113.9")
              .always("X-Forwarded-Host", "evil.example.com")
              .always("Forwarded", "for=203.0.113.9;host=evil.example.com")
              .always("X-Api-Key", "secret-key");
          assertThat(text(client.call("echo", "{\"text\":\"x\"}"))).isEqualTo("x");
        }
        assertThat(String.join("\n", upstream.log()))
            .contains("Bearer upstreams-own", "127.0.0.1:" + upstream.url().getPort())
            .doesNotContain(ADA)
            .doesNotContain("secret-cookie", "secret-key", "c2VjcmV0")
            .doesNotContainIgnoringCase("forwarded")
            .doesNotContain("203.0.113.9", "evil.example.com");
      }
    }
  }

  @Test
  @DisplayName("429 with Retry-After: a principal's requests, and a tool's calls in either era")
  void whoComesTooOftenIsTurnedDown() throws IOException, InterruptedException {
    // It stands still: after a quarter of a second, a refusal is in a stream and no status.
    var still = new HandTime();
    var rare = Serve.puppet().on(still).tool("echo", "{\"rate_limit\":\"1/h\"}");
    try (var gateway = guarded(rare).start()) {
      assertThat(text(modern(gateway, ADA).call("echo", "{\"text\":\"x\"}"))).isEqualTo("x");
      for (var client : List.of(modern(gateway, ADA), legacy(gateway, ADA))) {
        var again = Served.call(client, "1", "echo", "{\"text\":\"x\"}");
        assertThat(again.status()).isEqualTo(429);
        assertThat(Integer.parseInt(again.field("Retry-After"))).isBetween(3000, 3600);
        assertThat(again.response().at("error", "message").text())
            .contains("echo", "called too often");
        assertThat(Served.call(client, "2", "env", "{\"name\":\"X\"}").status()).isEqualTo(200);
      }
      assertThat(text(modern(gateway, BOB).call("echo", "{\"text\":\"y\"}"))).isEqualTo("y");
      assertThat(gateway.upstreamCalls("echo")).hasSize(2);
    }
    try (var gateway = guarded(Serve.puppet()).on(still).http("rate_limit", "\"2/h\"").start()) {
      for (var wanted : List.of(200, 200, 429)) {
        var answer = modern(gateway, ADA).request("1", "tools/list", "{}");
        assertThat(answer.status()).isEqualTo(wanted);
        assertThat(answer.field("Retry-After").isEmpty()).isEqualTo(wanted == 200);
      }
      assertThat(modern(gateway, BOB).request("1", "tools/list", "{}").status()).isEqualTo(200);
    }
  }

  @Test
  @DisplayName("A token that is revoked stops working while Belay runs, also in an open session")
  void aRevokedTokenStopsWorking() throws IOException, InterruptedException {
    var serve = Serve.puppet();
    var file = Files.writeString(serve.directory().resolve("tokens"), LINES);
    serve.auth("{\"tokens\":{\"file\":" + Json.quote(file.toString()) + "}}");
    try (var at = serve.start()) {
      var ada = legacy(at, ADA);
      var bob = legacy(at, BOB);
      assertThat(text(bob.call("echo", "{\"text\":\"b\"}"))).isEqualTo("b");
      Files.writeString(file, "ada: " + ADA + "\n");
      at.replace(serve.settings());
      assertThat(bob.request("9", "tools/list", "{}").status()).isEqualTo(401);
      assertThat(modern(at, BOB).request("9", "tools/list", "{}").status()).isEqualTo(401);
      assertThat(text(ada.call("echo", "{\"text\":\"a\"}"))).isEqualTo("a");
    }
  }
}
