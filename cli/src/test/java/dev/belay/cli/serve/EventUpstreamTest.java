package dev.belay.cli.serve;

import static dev.belay.cli.serve.Served.call;
import static dev.belay.cli.serve.Served.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.core.time.Patience;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("A server over HTTP+SSE of 2024-11-05, here another Belay, is governed as any other")
@Timeout(value = 120, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
@Tag("process")
final class EventUpstreamTest {
  private static Serve before(Served behind) throws IOException {
    return Serve.url(behind.url().resolve("/sse"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"sse", "http"})
  @DisplayName("Said or found out: clients of both eras are served")
  void servesClientsOfBothEras(String type) throws IOException, InterruptedException {
    try (var behind = Serve.process().start();
        var served = before(behind).with("type", "\"" + type + "\"").start()) {
      assertThat(text(served.legacy().call("echo", "{\"text\":\"old\"}"))).isEqualTo("old");
      assertThat(text(served.modern().call("echo", "{\"text\":\"new\"}"))).isEqualTo("new");
    }
  }

  @Test
  void aCancelledCallIsCancelledBehindIt() throws IOException, InterruptedException {
    try (var behind = Serve.process().start();
        var served = before(behind).with("type", "\"sse\"").start()) {
      var modern = served.modern();
      var hangs = call(modern, "7", "hang_honouring_cancel", "{}");
      behind.awaitCalls("hang_honouring_cancel", 1);
      hangs.line().close();
      Patience.await(
          () -> !behind.upstreamGot("notifications/cancelled").isEmpty(),
          () -> "not cancelled: " + behind.log());
      assertThat(text(modern.call("echo", "{\"text\":\"a\"}"))).isEqualTo("a");
    }
  }

  @Test
  @DisplayName("What is open when it ends fails with it; the next call opens it again")
  void theNextCallOpensItAgain() throws IOException, InterruptedException {
    try (var first = Serve.process().http("drain_timeout", "0").start();
        var served = before(first).with("type", "\"sse\"").start()) {
      var client = served.legacy();
      var hangs = call(client, "7", "hang", "{}");
      first.awaitCalls("hang", 1);
      first.stop();
      assertThat(Served.isError(hangs.response())).isTrue();
      var port = Integer.toString(first.url().getPort());
      try (var _ = Serve.process().http("port", port).start()) {
        assertThat(text(client.call("echo", "{\"text\":\"b\"}"))).isEqualTo("b");
      }
    }
  }
}
