package dev.belay.testbed.fault;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.testkit.client.ScriptedHttpClient;
import java.io.IOException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("process")
class HttpLegacyTest extends FaultyHttpFixture {
  @Test
  void aSessionIsNamedNeededAndEnded() throws IOException, InterruptedException {
    var client = legacy();
    var session = client.session();
    assertThat(text(client.call("echo", "{\"text\":\"hé\"}"))).isEqualTo("hé");
    assertThat(client.notify("notifications/x", "{}").status()).isEqualTo(202);

    var ping = client.requestPost("1", "ping", "{}");
    assertThat(client.send(ping.without("Mcp-Session-Id")).status()).isEqualTo(400);
    assertThat(client.send(ping.replacing("Mcp-Session-Id", "nobody")).status()).isEqualTo(404);
    assertThat(client.delete().status()).isEqualTo(200);
    assertThat(client.send(ping).status()).isEqualTo(404);
    assertThat(server().log()).contains("session " + session, "ended-session " + session);
  }

  @Test
  void theFormOfAPostIsChecked() throws IOException, InterruptedException {
    var client = legacy();
    var ping = client.requestPost("1", "ping", "{}");

    assertThat(client.send(ping.replacing("Accept", "application/json")).status()).isEqualTo(406);
    assertThat(client.send(ping.replacing("Content-Type", "text/plain")).status()).isEqualTo(415);
    assertThat(client.send(ping.replacing("MCP-Protocol-Version", "1999-01-01")).status())
        .isEqualTo(400);
    assertThat(client.send(ping.to("/elsewhere")).status()).isEqualTo(404);
    var half = client.send(client.post("{half"));
    assertThat(half.status()).isEqualTo(400);
    assertThat(half.response().at("error", "code").raw()).isEqualTo("-32700");
    assertThat(client.send(client.bare("PUT")).status()).isEqualTo(405);
  }

  @Test
  void whatBelongsToACallComesOnItsStreamAndTheRestOnTheOther()
      throws IOException, InterruptedException {
    var client = legacy();
    var stream = client.listen();
    assertThat(stream.status()).isEqualTo(200);
    assertThat(client.listen().status()).isEqualTo(409);

    var answer =
        client.request(
            "7",
            "tools/call",
            "{\"name\":\"progress\",\"arguments\":{\"everyMs\":1},"
                + "\"_meta\":{\"progressToken\":\"t\"}}");
    assertThat(text(answer.response())).isEqualTo("done");
    assertThat(answer.isWhole()).isTrue();
    assertThat(answer.nextEvent().id()).as("the priming event").isNotEmpty();
    assertThat(answer.messages()).hasSize(4);

    client.call("list_change", "{}");
    stream.awaitMethod("notifications/tools/list_changed");
    assertThat(stream.messages()).hasSize(1);
  }

  @Test
  void aQuestionComesOnTheStreamOfItsCall() throws IOException, InterruptedException {
    var client = legacy();
    var answer = call(client, "ask", "{\"method\":\"roots/list\"}");
    var id = answer.awaitMethod("roots/list").at("id").raw();
    assertThat(client.reply(id, "{\"roots\":[]}").status()).isEqualTo(202);

    assertThat(text(answer.response())).isEqualTo("{\"roots\":[]}");
  }

  @Test
  void aCallOutlivesItsConnectionAndItsAnswerCanBeFetched()
      throws IOException, InterruptedException {
    var client = legacy();
    var answer = call(client, "ignore_cancel", "{\"ms\":50}");
    var primed = answer.nextEvent().id();
    answer.line().reset();
    server().awaitLog("ended ignore_cancel");

    var resumed = client.resume(primed);
    assertThat(text(resumed.response())).isEqualTo("finished all the same");
    assertThat(resumed.isWhole()).isTrue();
    assertThat(client.resume("e99-0").status()).isEqualTo(400);
  }

  @Test
  void aCancelledCallEndsItsStreamWithoutAnAnswer() throws IOException, InterruptedException {
    var client = legacy();
    var answer = call(client, "hang_honouring_cancel", "{}");
    server().awaitLog("call hang_honouring_cancel");
    assertThat(client.cancel("5").status()).isEqualTo(202);

    assertThat(answer.isWhole()).isTrue();
    assertThat(answer.messages()).isEmpty();
    assertThat(server().log()).contains("cancelled 5");
  }

  @Test
  void answersMayBeJsonBodies() throws IOException, InterruptedException {
    var client = legacy("--http-json");
    var stream = client.listen();
    assertThat(stream.status()).isEqualTo(200);
    var answer = call(client, "flood_notifications", "{\"count\":2}");

    assertThat(answer.field("Content-Type")).isEqualTo("application/json");
    assertThat(text(answer.response())).isEqualTo("flooded");
    stream.awaitMessage(message -> message.raw().contains("flood 2"));
  }

  @Test
  void idsOfTwoSessionsAreApart() throws IOException, InterruptedException {
    var first = legacy();
    var second = keep(ScriptedHttpClient.legacy(server().url()));
    second.initialize("2025-06-18");
    var hanging = call(first, "hang_honouring_cancel", "{}");
    server().awaitLog("call hang_honouring_cancel");

    assertThat(second.cancel("5").status()).isEqualTo(202);
    server().awaitLog("cancelled-unknown 5");
    assertThat(hanging.hasEnded()).isFalse();
  }

  @Test
  void sessionsExpireAfterSoManyRequests() throws IOException, InterruptedException {
    var client = legacy("--expire-sessions-after", "2");
    client.ask("ping", "{}");
    assertThat(client.request("1", "ping", "{}").status()).isEqualTo(404);

    client.initialize("2025-11-25");
    assertThat(client.ask("ping", "{}").at("result").raw()).isEqualTo("{}");
  }
}
