package dev.belay.testbed.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("process")
class HttpRuleTest extends FaultyHttpFixture {
  @Test
  void aRuleHitsItsMethodAfterSomeAndSoManyTimes() throws IOException, InterruptedException {
    var client = legacy("--http-fault", "unavailable,method=ping,after=1,times=2");

    assertThat(client.request("1", "ping", "{}").status()).isEqualTo(200);
    assertThat(client.request("2", "tools/list", "{}").status()).isEqualTo(200);
    assertThat(client.request("3", "ping", "{}").status()).isEqualTo(503);
    assertThat(client.request("4", "ping", "{}").status()).isEqualTo(503);
    assertThat(client.request("5", "ping", "{}").status()).isEqualTo(200);
  }

  @Test
  void rulesComeAndGoWhileTheServerRuns() throws IOException, InterruptedException {
    var client = legacy();
    server().fault("reset,method=tools/list");
    server().fault("not_allowed,method=GET");
    assertThat(client.request("1", "tools/list", "{}").awaitEnd()).contains("reset");
    assertThat(client.listen().status()).isEqualTo(405);
    server().calm();
    assertThat(client.listen().status()).isEqualTo(200);

    assertThatThrownBy(() -> server().fault("nonsense")).hasMessageContaining("nonsense");
    assertThatThrownBy(() -> HttpRule.parse("reset,sometimes=1")).hasMessageContaining("sometimes");
  }

  @Test
  void aRuleSpoilsAnHonestAnswer() throws IOException, InterruptedException {
    var client = legacy("--http-fault", "short_sse,method=tools/list");
    var answer = client.request("1", "tools/list", "{}");

    assertThat(answer.isWhole()).isTrue();
    assertThat(answer.body()).contains("data: {\"jsonrpc\":\"2.0\",\"id\":1,");
    assertThat(answer.events()).isEmpty();
  }

  @Test
  void theHeadOfEveryRequestIsInTheLog() throws IOException, InterruptedException {
    var client = legacy().always("X-Key", "secret");
    client.ask("ping", "{}");

    assertThat(server().log())
        .anyMatch(line -> line.startsWith("http POST /mcp | ") && line.contains("X-Key: secret"));
  }

  @Test
  void aServerComesBackOnItsPort() throws IOException, InterruptedException {
    var client = legacy();
    var port = server().url().getPort();
    server().close();

    try (var again = FaultyHttp.startOn(port)) {
      assertThat(again.url()).isEqualTo(server().url());
      assertThat(client.request("1", "ping", "{}").status()).isEqualTo(404);
    }
  }
}
