package dev.belay.cli.serve;

import static dev.belay.cli.serve.Served.call;
import static dev.belay.cli.serve.Served.isError;
import static dev.belay.cli.serve.Served.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.core.time.Patience;
import dev.belay.testkit.client.ScriptedHttpClient;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@DisplayName("Many servers behind one URL: three that serve, one that is dead, one that hangs")
@Timeout(value = 120, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
@Tag("process")
final class ManyServersTest {
  private static final List<String> SERVING = List.of("faulty", "new_one", "both");
  private static final String TOOLS = "notifications/tools/list_changed";
  private static Served served;

  @BeforeAll
  static void open() throws IOException, InterruptedException {
    served =
        Serve.process()
            .and("dead", "{\"command\":\"/bin/no-such-program\"}")
            .and("hanging", "--slow-start", "3600000")
            .and("new.one", "--era", "modern")
            .and("both", "--era", "both")
            .start();
  }

  @AfterAll
  static void close() throws IOException {
    served.close();
  }

  private static List<String> tools(ScriptedHttpClient client) throws InterruptedException {
    return client.ask("tools/list", "{}").at("result", "tools").items().stream()
        .map(tool -> tool.at("name").text())
        .toList();
  }

  /** Waits until all servers that can start are serving. */
  private static List<String> allTools(ScriptedHttpClient client) throws InterruptedException {
    // The awaited list itself: the next one is built anew, and may lack a late server.
    var complete = new AtomicReference<List<String>>();
    Patience.await(
        () -> {
          var tools = tools(client);
          complete.set(tools);
          return SERVING.stream().allMatch(name -> tools.contains(name + "__echo"));
        },
        () -> "the servers are not all there");
    return complete.get();
  }

  @ParameterizedTest
  @EnumSource
  @DisplayName("Lists have the tools of all that serve, in the order of the configuration")
  void listsHaveTheToolsOfAllThatServe(Era era) throws InterruptedException {
    var tools = allTools(served.client(era));
    var jobs = List.of("job_status", "job_result", "job_cancel", "job_list");
    var ofServers = tools.subList(0, tools.size() - jobs.size());
    assertThat(ofServers.stream().map(name -> name.substring(0, name.indexOf("__"))).distinct())
        .containsExactlyElementsOf(SERVING);
    assertThat(tools).endsWith(jobs.toArray(String[]::new)).doesNotHaveDuplicates();
  }

  @ParameterizedTest
  @EnumSource
  void eachServerIsCalledByItsPrefix(Era era) throws InterruptedException {
    var client = served.client(era);
    for (var name : SERVING) {
      var answer = client.call(name + "__echo", "{\"text\":\"" + name + "\"}");
      assertThat(text(answer)).isEqualTo(name);
      assertThat(isError(answer)).isFalse();
    }
    assertThat(text(client.call("new.one__echo", "{\"text\":\"x\"}"))).isEqualTo("x");
  }

  @ParameterizedTest
  @EnumSource
  @DisplayName("A dead server says why; a name that nobody has is refused with the nearest")
  void whatIsNotThereSaysSo(Era era) throws InterruptedException {
    var client = served.client(era);
    var dead = client.call("dead__echo", "{}");
    assertThat(isError(dead)).isTrue();
    assertThat(text(dead)).contains("/bin/no-such-program");
    var _ = allTools(client);
    var error = client.call("fault__echo", "{}").at("error");
    assertThat(error.at("code").raw()).isEqualTo("-32602");
    assertThat(error.at("message").text())
        .startsWith("Unknown tool: fault__echo. Did you mean faulty__echo")
        .contains("The server \"dead\" is unavailable");
  }

  @ParameterizedTest
  @EnumSource
  void aCallToAServerThatHangsHurtsNoOther(Era era) throws InterruptedException {
    var client = served.client(era);
    var waiting = call(client, "\"w\"", "hanging__echo", "{\"text\":\"never\"}");
    assertThat(text(client.call("faulty__echo", "{\"text\":\"here\"}"))).isEqualTo("here");
    assertThat(waiting.hasEnded()).isFalse();
    switch (era) {
      case LEGACY -> {
        client.cancel("\"w\"").awaitEnd();
        assertThat(waiting.awaitEnd()).isEmpty();
      }
      case MODERN -> {}
    }
  }

  @Test
  void aChangeOfOneServersToolsIsHeardByAllSessions() throws InterruptedException {
    var one = served.legacy();
    var two = served.legacy();
    var _ = allTools(one);
    var hears = two.listen();
    assertThat(hears.status()).isEqualTo(200);
    var subscribed =
        served
            .modern()
            .request(
                "1", "subscriptions/listen", "{\"notifications\":{\"toolsListChanged\":true}}");
    var _ = subscribed.awaitMethod("notifications/subscriptions/acknowledged");
    var _ = one.call("faulty__list_change", "{}");
    var _ = hears.awaitMethod(TOOLS);
    var news = subscribed.awaitMethod(TOOLS);
    assertThat(news.at("params", "_meta", "io.modelcontextprotocol/subscriptionId").raw())
        .isEqualTo("1");
    // A list waits only a limited time for each server.
    Patience.await(() -> tools(two).contains("faulty__extra"), () -> "the new tool is not listed");
    var _ = one.call("faulty__list_change", "{}");
  }

  @Test
  @DisplayName("A cancellation reaches the server of its call, and no call of another")
  void aCancellationReachesItsServer() throws InterruptedException {
    var client = served.legacy();
    var left = call(client, "7", "faulty__hang_honouring_cancel", "{}");
    var stays = call(client, "8", "both__sleep", "{\"ms\":800}");
    served.awaitCalls("hang_honouring_cancel", 1);
    client.cancel("7").awaitEnd();
    assertThat(left.awaitEnd()).isEmpty();
    var _ = served.awaitLog("cancelled", _ -> true, 1);
    assertThat(text(stays.response())).isEqualTo("slept");
  }

  @ParameterizedTest
  @EnumSource
  @DisplayName("A crash of one server ends its call, and no other server's")
  void aCrashIsOneServersOwn(Era era) throws InterruptedException {
    var client = served.client(era);
    var other = call(client, "\"o\"", "faulty__sleep", "{\"ms\":500}");
    var crashed = client.call("both__crash", "{\"code\":3}");
    assertThat(isError(crashed)).isTrue();
    assertThat(text(crashed)).contains("The server \"both\" ended unexpectedly");
    assertThat(text(other.response())).isEqualTo("slept");
  }
}
