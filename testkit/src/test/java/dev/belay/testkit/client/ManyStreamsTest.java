package dev.belay.testkit.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.testkit.fault.FaultyHttp;
import java.io.IOException;
import java.net.InetSocketAddress;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
class ManyStreamsTest {
  private static final int COUNT = 300;

  @Test
  void manyCallsAreOpenAtOnceAndEndOneByOneOrTogether() throws IOException, InterruptedException {
    try (var server = FaultyHttp.start();
        var client = ScriptedHttpClient.legacy(server.url())) {
      client.initialize("2025-06-18");
      var call = ScriptedClient.toolCall("hang_honouring_cancel", "{}");
      try (var streams =
          ManyStreams.open(
              server.address(),
              COUNT,
              i -> client.requestPost(Integer.toString(i), "tools/call", call).bytes())) {
        streams.awaitOpened(COUNT);
        assertThat(streams.ended()).isZero();
        assertThat(streams.status(COUNT - 1)).isEqualTo(200);

        assertThat(client.cancel("7").status()).isEqualTo(202);
        streams.awaitEndOf(7);
        assertThat(streams.ended()).isEqualTo(1);
        assertThat(streams.endedAt(7)).isNotZero();

        assertThat(client.delete().status()).isEqualTo(200);
        streams.awaitEnded(COUNT);
        assertThat(streams.tail(0)).endsWith("0\r\n\r\n");
      }
    }
    assertThat(Thread.getAllStackTraces().keySet())
        .extracting(Thread::getName)
        .noneMatch(name -> name.equals("belay-testkit-streams"));
  }

  @Test
  void messagesAreCountedAndStreamsCanLeave() throws IOException, InterruptedException {
    try (var server = FaultyHttp.start("--era", "modern");
        var client = ScriptedHttpClient.modern(server.url());
        var streams =
            ManyStreams.open(
                server.address(),
                20,
                i ->
                    client
                        .requestPost(
                            Integer.toString(i),
                            "subscriptions/listen",
                            "{\"notifications\":{\"toolsListChanged\":true}}")
                        .bytes())) {
      streams.awaitMessages(20);
      client.call("list_change", "{}");
      streams.awaitMessages(40);
      assertThat(streams.messages(3)).isEqualTo(2);
      assertThat(streams.tail(3)).contains("list_changed");

      streams.leave(3);
      streams.awaitEnded(1);
      server.awaitLog("left");
      client.call("list_change", "{}");
      streams.awaitMessages(59);
      assertThat(streams.messages(3)).isEqualTo(2);
      streams.leaveAll();
      streams.awaitEnded(20);
      assertThat(streams.hasEnded(0)).isTrue();
    }
  }

  @Test
  void aServerThatIsNotThereEndsEveryStream() throws IOException, InterruptedException {
    InetSocketAddress nobody;
    try (var server = new RawServer()) {
      nobody = new InetSocketAddress(server.url().getHost(), server.url().getPort());
    }
    try (var streams = ManyStreams.open(nobody, 200, _ -> new byte[0])) {
      streams.awaitEnded(200);

      assertThat(streams.opened()).isZero();
      assertThat(streams).hasToString("200 streams, 0 opened, 200 ended, 0 messages");
    }
  }
}
