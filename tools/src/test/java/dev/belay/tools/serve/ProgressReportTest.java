package dev.belay.tools.serve;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.core.time.HandTime;
import dev.belay.mcp.progress.KeepAlive;
import dev.belay.mcp.server.Exchange;
import dev.belay.mcp.server.McpServer;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@DisplayName("C16: a client that asked for progress hears that a silent call still runs")
@Timeout(60)
final class ProgressReportTest {
  private final HandTime time = new HandTime();
  private final CountDownLatch mayEnd = new CountDownLatch(1);
  private final BlockingQueue<Exchange> waiting = new LinkedBlockingQueue<>();
  private final ProgressReport report = new ProgressReport(time, KeepAlive.DEFAULT);

  /** A waiting request, like that of a call. */
  private TestClient.Reply request(String meta) throws InterruptedException {
    var host =
        McpServer.named("t", "1")
            .tool(
                "{\"name\":\"t\",\"inputSchema\":{\"type\":\"object\"}}".getBytes(UTF_8),
                exchange -> {
                  waiting.add(exchange);
                  mayEnd.await();
                  return "{\"content\":[]}".getBytes(UTF_8);
                })
            .build();
    return TestClient.legacy(host, "2025-11-25")
        .request("1", "tools/call", "{\"name\":\"t\",\"arguments\":{}" + meta + "}");
  }

  @AfterEach
  void end() {
    mayEnd.countDown();
    report.rests();
    assertThat(time.armedTimers()).isZero();
  }

  private static String said(TestClient.Reply reply) throws InterruptedException {
    return reply
        .next()
        .replaceAll(".*\"params\":", "")
        .replace("\"progressToken\":\"p\",", "")
        .replaceFirst("}$", "");
  }

  @Test
  @DisplayName("after 5 s, and every 10 s from then on, below whatever the tool may say next")
  void stillRuns() throws InterruptedException {
    var reply = request(",\"_meta\":{\"progressToken\":\"p\"}");
    var client = waiting.take();
    report.begins(client);
    time.advance(Duration.ofSeconds(5));
    assertThat(said(reply)).isEqualTo("{\"progress\":0.001,\"message\":\"Still running, 5s\"}");
    report.tell(client, 0.5, 1.0, "half");
    assertThat(said(reply)).isEqualTo("{\"progress\":0.5,\"total\":1,\"message\":\"half\"}");
    time.advance(Duration.ofSeconds(9));
    report.tell(client, 0.6, 1.0, null);
    assertThat(said(reply)).isEqualTo("{\"progress\":0.6,\"total\":1}");
    time.advance(Duration.ofSeconds(10));
    assertThat(said(reply)).isEqualTo("{\"progress\":0.601,\"message\":\"Still running, 24s\"}");
  }

  @Test
  @DisplayName("not while nobody waits, and again when somebody does")
  void rests() throws InterruptedException {
    var reply = request(",\"_meta\":{\"progressToken\":\"p\"}");
    var client = waiting.take();
    report.begins(client);
    report.rests();
    time.advance(Duration.ofMinutes(1));
    assertThat(reply.messages).isEmpty();
    report.begins(client);
    time.advance(Duration.ofSeconds(5));
    assertThat(said(reply)).contains("Still running, 65s");
  }

  @Test
  @DisplayName("a client that did not ask for progress gets none, and no timer")
  void unasked() throws InterruptedException {
    var reply = request("");
    var client = waiting.take();
    report.begins(client);
    assertThat(time.armedTimers()).isZero();
    report.tell(client, 1.0, 2.0, "one");
    mayEnd.countDown();
    assertThat(reply.answer()).contains("\"content\":[]");
    assertThat(reply.messages).isEmpty();
  }

  @Test
  @DisplayName("zero is the beginning, and is said as it is")
  void zero() throws InterruptedException {
    var reply = request(",\"_meta\":{\"progressToken\":\"p\"}");
    var client = waiting.take();
    report.tell(client, 0.0, 100.0, null);
    report.tell(client, 50.0, 100.0, null);
    assertThat(said(reply)).isEqualTo("{\"progress\":0,\"total\":100}");
    assertThat(said(reply)).isEqualTo("{\"progress\":50,\"total\":100}");
  }
}
