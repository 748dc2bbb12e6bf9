package dev.belay.cli.serve;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.cli.BelayProcess;
import dev.belay.core.time.Patience;
import dev.belay.testbed.fault.FaultyServers;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/**
 * Hostile clients of a separate belay with its shipped heap, which exits at once if that is
 * exhausted: it survives all of them in turn, and serves another principal meanwhile and
 * afterwards.
 */
@DisplayName("P13, P22, C38: with the heap as shipped, hostile clients harm nobody")
@EnabledOnOs(OS.LINUX)
@Tag("process")
final class HostileLoadTest {
  /** The options of the launcher. */
  private static final List<String> SHIPPED = List.of("-Xmx512m", "-XX:+ExitOnOutOfMemoryError");

  private static final int LARGE = 4 << 20;

  /** All of loopback is one peer, that of the attackers: Ada connects through a proxy. */
  private static final String PROXY = "127.0.0.9";

  private static final String ADA = "ada-has-this-token-0123456789";
  private static final String EVE = "eve-has-that-token-0123456789";

  @TempDir private static Path dir;
  private static BelayProcess belay;
  private static int port;
  private final Queue<Socket> sockets = new ConcurrentLinkedQueue<>();
  private final HttpClient client =
      HttpClient.newBuilder().localAddress(InetAddress.ofLiteral(PROXY)).build();

  @BeforeAll
  static void start() throws IOException, InterruptedException {
    Files.writeString(dir.resolve("tokens.txt"), "ada: " + ADA + "\neve: " + EVE + "\n");
    var config =
        Files.writeString(
            dir.resolve("belay.yaml"),
            "http: { trusted_proxies: ['"
                + PROXY
                + "'] }\nauth: { tokens: { file: '"
                + dir.resolve("tokens.txt")
                + "' } }\n");
    var args =
        new ArrayList<>(List.of("serve", "--port", "0", "--config", config.toString(), "--"));
    args.addAll(FaultyServers.command("--log", dir.resolve("log").toString()));
    belay = BelayProcess.start(dir, SHIPPED, args);
    port = belay.awaitListening().getPort();
  }

  @AfterAll
  static void end() throws InterruptedException {
    belay.process().destroyForcibly().waitFor();
  }

  @AfterEach
  void part() {
    leave();
    client.close();
  }

  private void leave() {
    for (Socket socket = sockets.poll(); socket != null; socket = sockets.poll()) {
      try {
        socket.close();
      } catch (IOException _) {
        // It is closed.
      }
    }
  }

  /** Connects from an address of its own, and sends as much of this as the server accepts. */
  private Thread attack(String from, byte[]... pieces) {
    return Thread.ofVirtual()
        .start(() -> {
          try {
            var socket =
                new Socket(
                    InetAddress.ofLiteral("127.0.0.1"),
                    port,
                    InetAddress.ofLiteral(from), /* Any port. */
                    0);
            sockets.add(socket);
            for (var piece : pieces) {
              socket.getOutputStream().write(piece);
            }
          } catch (IOException _) {
            // Refusal is as good.
          }
        });
  }

  private static byte[] head(String first, String token, String... more) {
    var lines = new ArrayList<>(List.of(first, "Host: localhost"));
    if (!token.isEmpty()) {
      lines.add("Authorization: Bearer " + token);
    }
    lines.addAll(List.of(more));
    return (String.join("\r\n", lines) + "\r\n\r\n").getBytes(US_ASCII);
  }

  private static byte[] post(String token, int length) {
    return head(
        "POST /mcp HTTP/1.1",
        token,
        "Content-Type: application/json",
        "Accept: application/json, text/event-stream",
        "Content-Length: " + length);
  }

  /** Asserts that Ada is served, with a body that is not small. */
  private void adaIsServed() throws IOException, InterruptedException {
    for (int call = 0; call < 5; call++) {
      var answer = call(ADA, "{\"text\":\"%s\"}".formatted("x".repeat(200_000)));
      assertThat(answer.statusCode()).as(() -> answer.body() + belay.err()).isEqualTo(200);
      assertThat(answer.body()).contains("x".repeat(200_000));
    }
    assertThat(belay.process().isAlive()).as(belay::err).isTrue();
  }

  private HttpResponse<String> call(String token, String arguments)
      throws IOException, InterruptedException {
    var body =
        """
        {"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"echo","arguments":%s,\
        "_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28",\
        "io.modelcontextprotocol/clientCapabilities":{}}}}\
        """
            .formatted(arguments);
    return client.send(
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/mcp"))
            .header("X-Forwarded-For", "192.0.2.60")
            .header("Authorization", "Bearer " + token)
            .header("Content-Type", "application/json")
            .header("Accept", "application/json, text/event-stream")
            .header("MCP-Protocol-Version", "2026-07-28")
            .header("Mcp-Method", "tools/call")
            .header("Mcp-Name", "echo")
            .POST(HttpRequest.BodyPublishers.ofString(body))
            .build(),
        HttpResponse.BodyHandlers.ofString());
  }

  /**
   * Asserts that Ada is served during the attacks, after them, and once the attackers have left.
   */
  private void assertServedBeside(List<Thread> attacks) throws IOException, InterruptedException {
    adaIsServed();
    for (var attack : attacks) {
      Patience.await(() -> !attack.isAlive(), attack::toString);
    }
    adaIsServed();
    leave();
    adaIsServed();
  }

  @Test
  @DisplayName("SEC-H1: pipelines whose answers nobody reads, and a body behind them, tokenless")
  void unreadPipelines() throws IOException, InterruptedException {
    var pipeline = new String(head("GET /metrics HTTP/1.1", ""), US_ASCII).repeat(60);
    var attacks = new ArrayList<Thread>();
    for (int one = 0; one < 127; one++) {
      attacks.add(
          attack("127.0.0.2", pipeline.getBytes(US_ASCII), post("", LARGE), new byte[LARGE]));
    }
    assertServedBeside(attacks);
  }

  @Test
  @DisplayName("SEC-H1: streams with a body pipelined behind them, by an ordinary principal")
  void bodiesBehindStreams() throws IOException, InterruptedException {
    var attacks = new ArrayList<Thread>();
    for (int one = 0; one < 125; one++) {
      attacks.add(
          attack(
              "127.0.0.2",
              head("GET /sse HTTP/1.1", EVE, "Accept: text/event-stream"),
              post(EVE, LARGE),
              new byte[LARGE]));
    }
    assertServedBeside(attacks);
  }

  @Test
  @DisplayName("SEC-H2: bodies that come but for their end, without a token and with one")
  void bodiesWithoutAnEnd() throws IOException, InterruptedException {
    var attacks = new ArrayList<Thread>();
    for (int one = 0; one < 66; one++) {
      attacks.add(attack("127.0.0.2", post("", LARGE), new byte[LARGE - 300]));
      attacks.add(attack("127.0.0.3", post(EVE, LARGE), new byte[LARGE - 300]));
    }
    assertServedBeside(attacks);
  }

  @Test
  @DisplayName("P22: as many connections as may be, each with a head that does not end")
  void headsWithoutAnEnd() throws IOException, InterruptedException {
    var half = head("GET /health HTTP/1.1", "", "X: " + "x".repeat(7_000));
    var attacks = new ArrayList<Thread>();
    for (int one = 0; one < connections(); one++) {
      attacks.add(attack("127.0.0." + (2 + one % 8), Arrays.copyOf(half, half.length - 2)));
    }
    assertServedBeside(attacks);
  }

  /** As many as both sides' descriptors permit, up to the default maximum. */
  private static int connections() throws IOException {
    try (var limits = Files.lines(Path.of("/proc/self/limits"))) {
      var permitted =
          limits
              .filter(line -> line.startsWith("Max open files"))
              .map(line -> line.split("\\s{2,}", -1)[1])
              .findFirst()
              .orElseThrow();
      return permitted.equals("unlimited")
          ? 20_000
          : Math.clamp(Long.parseLong(permitted) - 500, 100, 20_000);
    }
  }

  @Test
  @DisplayName("P13: a hundred thousand members and a hundred thousand brackets, twenty at once")
  void strangeJson() throws InterruptedException, IOException {
    var members = new StringBuilder("{\"text\":\"x\"");
    for (int member = 0; member < 100_000; member++) {
      members.append(",\"m").append(member).append("\":0");
    }
    var wide = members.append('}').toString();
    var deep = "{\"text\":" + "[".repeat(100_000) + "]".repeat(100_000) + "}";
    var attacks = new ArrayList<Thread>();
    for (int one = 0; one < 20; one++) {
      var arguments = one % 2 == 0 ? wide : deep;
      attacks.add(
          Thread.ofVirtual()
              .start(() -> {
                try {
                  call(EVE, arguments);
                } catch (IOException | InterruptedException _) {
                  // Any answer will do.
                }
              }));
    }
    assertServedBeside(attacks);
  }
}
