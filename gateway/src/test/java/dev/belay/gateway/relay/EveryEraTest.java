package dev.belay.gateway.relay;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.gateway.client.Asked;
import java.io.IOException;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What every client can do with every server, whatever the two of them speak (MCP §8). */
@Tag("process")
final class EveryEraTest extends Closing {
  /** How a server is reached. */
  enum By {
    STDIO,
    HTTP
  }

  static Stream<Arguments> cells() {
    return Stream.of(By.values())
        .flatMap(by ->
            Stream.of("legacy", "modern")
                .flatMap(server ->
                    Stream.of("legacy", "modern").map(client -> Arguments.of(client, server, by))));
  }

  static MultiClientHarness crowd(String server, By by) throws IOException, InterruptedException {
    var setup = StdioHarness.over("--era", server);
    return switch (by) {
      case STDIO -> MultiClientHarness.of(setup);
      case HTTP -> ServerProcesses.atUrl(setup);
    };
  }

  @ParameterizedTest(name = "a {0} client of a {1} server over {2}")
  @MethodSource("cells")
  void listsAndCalls(String client, String server, By by) throws IOException, InterruptedException {
    var crowd = opened(crowd(server, by));
    var guest = crowd.guest(client);
    var list = guest.ask("1", "tools/list", "{}").result();
    assertThat(list.at("tools").items()).isNotEmpty();
    assertThat(list.at("resultType").present()).isEqualTo(client.equals("modern"));
    assertThat(list.at("ttlMs").present()).isEqualTo(client.equals("modern"));

    var call = guest.call("2", "echo", "{\"text\":\"hello\"}");
    assertThat(call.text()).isEqualTo("hello");
    assertThat(call.result().at("resultType").present()).isEqualTo(client.equals("modern"));
    assertThat(call.ends()).hasSize(1);
    assertThat(crowd.got("tools/call").getFirst().raw().contains("io.modelcontextprotocol/"))
        .isEqualTo(server.equals("modern"));
  }

  @ParameterizedTest(name = "a {0} client of a {1} server over {2}")
  @MethodSource("cells")
  @DisplayName("Progress comes under the client's token, before the answer")
  void progress(String client, String server, By by) throws IOException, InterruptedException {
    var crowd = opened(crowd(server, by));
    var call = crowd.guest(client).watch("7", "progress", "{\"steps\":3,\"everyMs\":0}");
    assertThat(call.text()).isEqualTo("done");
    assertThat(call.told("notifications/progress"))
        .isNotEmpty()
        .allMatch(message -> message.at("params", "progressToken").text().equals("mine"));
  }

  @ParameterizedTest(name = "a {0} client of a {1} server over {2}")
  @MethodSource("cells")
  @DisplayName("A call that its client takes back is taken back at its server, in that one's form")
  void cancellation(String client, String server, By by) throws IOException, InterruptedException {
    var crowd = opened(crowd(server, by));
    var guest = crowd.guest(client);
    var call = guest.call("1", "hang_honouring_cancel", "{}");
    crowd.await("the call", () -> crowd.log("call").contains("hang_honouring_cancel"));
    guest.cancel("1");
    crowd.await("its end", () -> crowd.log("ended").contains("hang_honouring_cancel"));
    crowd.await("silence", call::isOver);
    assertThat(call.ends()).as("no answer follows").containsExactly("nothing");
    boolean isByStream = server.equals("modern") && by == By.HTTP;
    var own = crowd.got("tools/call").getFirst().at("id");
    assertThat(crowd.got("notifications/cancelled"))
        .extracting(told -> told.at("params", "requestId"))
        .isEqualTo(isByStream ? List.of() : List.of(own));
    assertThat(guest.echo("still")).isEqualTo("still");
  }

  @ParameterizedTest(name = "a {0} client of a {1} server over {2}")
  @MethodSource("cells")
  @DisplayName("An error stays an error: of the call, and of a method that nobody knows")
  void errors(String client, String server, By by) throws IOException, InterruptedException {
    var crowd = opened(crowd(server, by));
    var guest = crowd.guest(client);
    var unknown = guest.ask("1", "no/such", "{}");
    assertThat(unknown.error().at("code").raw()).isEqualTo("-32601");
    assertThat(guest.call("2", "no_such_tool", "{}").answer().raw()).contains("no_such_tool");
    var ping = guest.ask("3", "ping", "{}").answer();
    boolean isModern = client.equals("modern");
    assertThat(ping.at("error", "code").raw()).isEqualTo(isModern ? "-32601" : "");
    assertThat(ping.at("result").raw()).isEqualTo(isModern ? "" : "{}");
  }

  @ParameterizedTest(name = "a {0} client of a {1} server over {2}")
  @MethodSource("cells")
  @DisplayName("Two clients with the same ids get each their own answers")
  void equalIds(String client, String server, By by) throws IOException, InterruptedException {
    var crowd = opened(crowd(server, by));
    var one = crowd.guest(client);
    var other = crowd.legacy();
    var asked = new Asked[200];
    for (int id = 0; id < asked.length; id++) {
      var guest = id % 2 == 0 ? one : other;
      asked[id] = guest.call("" + (1 + id / 2), "echo", "{\"text\":\"" + id + "\"}");
    }
    for (int id = 0; id < asked.length; id++) {
      assertThat(asked[id].text()).isEqualTo("" + id);
    }
  }
}
