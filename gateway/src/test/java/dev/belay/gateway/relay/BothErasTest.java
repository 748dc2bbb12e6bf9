package dev.belay.gateway.relay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.testkit.json.Json;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("PEER-2: a server that speaks both eras is spoken to in that of each client")
final class BothErasTest extends Closing {
  private static final String ASK = "{\"method\":\"elicitation/create\"}";
  private static final String RED =
      "\"result\":{\"action\":\"accept\",\"content\":{\"colour\":\"red\"}}";

  private static boolean isModern(Json request) {
    return request.at("params", "_meta", "io.modelcontextprotocol/protocolVersion").present();
  }

  private static List<Boolean> calls(MultiClientHarness crowd) {
    return crowd.got("tools/call").stream().map(BothErasTest::isModern).toList();
  }

  private static int alive(MultiClientHarness crowd) {
    return crowd.log("pid").size() - crowd.log("exit").size();
  }

  @Tag("process")
  @ParameterizedTest
  @EnumSource(EveryEraTest.By.class)
  void eachClientInItsOwn(EveryEraTest.By by) throws IOException, InterruptedException {
    var crowd = opened(EveryEraTest.crowd("both", by));
    var legacy = crowd.legacy();
    assertThat(legacy.echo("old")).isEqualTo("old");
    assertThat(crowd.modern().echo("new")).isEqualTo("new");
    assertThat(legacy.echo("old")).isEqualTo("old");
    assertThat(calls(crowd)).containsExactly(false, true, false);
  }

  @Tag("process")
  @ParameterizedTest
  @EnumSource(EveryEraTest.By.class)
  @DisplayName("What it pushes in the legacy era reaches a legacy client, in the call's course")
  void pushedQuestionsReachLegacyClients(EveryEraTest.By by)
      throws IOException, InterruptedException {
    var crowd = opened(EveryEraTest.crowd("both", by));
    var guest = crowd.legacy();
    var call = guest.call("1", "ask", ASK);
    guest.answer(crowd.question(call, "elicitation/create"), RED);
    assertThat(call.text()).contains("red");
    assertThat(calls(crowd)).as("asked by a request, so called once").containsExactly(false);
  }

  @Test
  @DisplayName("All clients of an era share one process, under isolation: shared")
  void clientsOfAnEraShare() throws InterruptedException {
    var crowd = opened(MultiClientHarness.of(StdioHarness.over("--era", "both")));
    crowd.legacy().call("1", "state", "{\"set\":\"mine\"}").result();
    assertThat(crowd.legacy().call("1", "state", "{}").text()).isEqualTo("mine");
    crowd.modern().call("1", "echo", "{}").result();
    assertThat(crowd.log("pid")).hasSize(2);
  }

  @ParameterizedTest
  @ValueSource(strings = {"session", "call"})
  @DisplayName("A process of one client's own, or of one call's, is opened in the client's era")
  void eachItsOwn(String isolation) throws InterruptedException {
    var setup = StdioHarness.over("--era", "both").with("isolation", isolation);
    var crowd = opened(MultiClientHarness.of(setup));
    assertThat(crowd.legacy().echo("a")).isEqualTo("a");
    crowd.modern().call("1", "echo", "{}").result();
    assertThat(calls(crowd)).containsExactly(false, true);
    if (isolation.equals("session")) {
      assertThat(crowd.log("pid")).hasSize(2);
    }
  }

  @Test
  @DisplayName("What speaks the modern era alone is tried once, and then shared by all")
  void theModernAloneIsShared() throws InterruptedException {
    var crowd = opened(MultiClientHarness.of(StdioHarness.over("--era", "modern")));
    crowd.modern().call("1", "state", "{\"set\":\"mine\"}").result();
    assertThat(crowd.legacy().call("1", "state", "{}").text()).isEqualTo("mine");
    assertThat(crowd.legacy().call("1", "state", "{}").text()).isEqualTo("mine");
    assertThat(crowd.got("initialize")).hasSize(1);
    crowd.pass(UpstreamPool.IDLE, "the end of the second process", () -> alive(crowd) == 1);
  }

  @Test
  @DisplayName("What speaks the legacy era alone is started once")
  void theLegacyAloneIsShared() throws InterruptedException {
    var crowd = opened(MultiClientHarness.of(StdioHarness.over()));
    crowd.modern().call("1", "echo", "{}").result();
    crowd.legacy().call("1", "echo", "{}").result();
    assertThat(crowd.log("pid")).hasSize(1);
  }

  @Tag("process")
  @ParameterizedTest
  @EnumSource(EveryEraTest.By.class)
  @DisplayName("era: legacy and era: modern force one for all")
  void anEraCanBeForced(EveryEraTest.By by) throws IOException, InterruptedException {
    for (var era : List.of("legacy", "modern")) {
      var setup = StdioHarness.over("--era", "both").with("era", era);
      var crowd =
          opened(
              by == EveryEraTest.By.HTTP
                  ? ServerProcesses.atUrl(setup)
                  : MultiClientHarness.of(setup));
      assertThat(crowd.legacy().echo("a")).isEqualTo("a");
      assertThat(crowd.modern().echo("b")).isEqualTo("b");
      assertThat(calls(crowd)).containsOnly(era.equals("modern"));
      assertThat(crowd.got(era.equals("modern") ? "initialize" : "server/discover")).isEmpty();
    }
  }

  @Test
  @DisplayName("An era that is forced and not spoken is said")
  void whatCannotBeForcedIsSaid() throws InterruptedException {
    var crowd = opened(MultiClientHarness.of(StdioHarness.over().with("era", "modern")));
    assertThat(crowd.modern().call("1", "echo", "{}").text()).contains("era: modern");
  }

  @Test
  @DisplayName("wrap follows its client, and goes by era: where that is said")
  void wrapCanBeForced() throws InterruptedException {
    for (var era : List.of("auto", "legacy", "modern")) {
      var rope = opened(StdioHarness.over("--era", "both").with("era", era).initialized());
      assertThat(rope.echo("a")).isEqualTo("a");
      assertThat(isModern(rope.upstreamCalls("echo").getFirst())).isEqualTo(era.equals("modern"));
    }
  }
}
