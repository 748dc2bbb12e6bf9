package dev.belay.cli.serve;

import static dev.belay.cli.serve.Served.call;
import static dev.belay.cli.serve.Served.text;
import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.cli.BelayProcess;
import dev.belay.testbed.fault.FaultyServers;
import dev.belay.testkit.client.RawRequest;
import dev.belay.testkit.client.ScriptedClient;
import dev.belay.testkit.client.ScriptedHttpClient;
import dev.belay.testkit.json.Json;
import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/**
 * Each of these once ended a Belay, since data from outside was kept at full length, piece by
 * piece: each sends more than the heap, and all of them in turn to one process.
 */
@DisplayName("SEC-H3, P13: giant names, messages and lists fill no heap, whichever door they take")
@EnabledOnOs(OS.LINUX)
@Tag("process")
final class HostileBytesTest {
  /**
   * A quarter of the heap of launcher/start.sh, which fills sooner. As there, a Belay without
   * memory exits, and answers nobody any more.
   */
  private static final List<String> QUARTER = List.of("-Xmx128m", "-XX:+ExitOnOutOfMemoryError");

  /** As there too, a gateway has both compilers. */
  private static final String BOTH_COMPILERS = "-XX:TieredStopAtLevel=4";

  /** Of as many digits as all later ids. */
  private static final int FIRST = 1_000;

  /** A call but for its {@link #beginning}, written once for all: that costs more than sending. */
  private static final String GIANT_CALL =
      ",\"method\":\"tools/call\",\"params\":{\"name\":\"%s\",\"arguments\":{}}}"
          .formatted("n".repeat(4_100_000));

  @TempDir private Path dir;
  private final List<AutoCloseable> opened = new ArrayList<>();
  private URI url;

  @AfterEach
  void end() throws Exception {
    for (var one : opened.reversed()) {
      one.close();
    }
  }

  private ScriptedHttpClient serve(String... options) throws IOException, InterruptedException {
    var args = new ArrayList<>(List.of("serve", "--no-auth", "--port", "0", "--"));
    args.addAll(FaultyServers.command(options));
    var jvm = new ArrayList<>(QUARTER);
    jvm.add(BOTH_COMPILERS);
    var belay = BelayProcess.start(dir, jvm, args);
    // Its directory is deleted next.
    opened.add(() -> belay.process().destroyForcibly().waitFor());
    url = belay.awaitListening();
    var client = ScriptedHttpClient.legacy(url);
    opened.add(client);
    client.initialize(Served.NEWEST);
    return client;
  }

  /** {@return the number of bytes of an answer, whose JSON is of no interest} */
  private long received(RawRequest request) throws IOException {
    try (var socket = new Socket(url.getHost(), url.getPort())) {
      socket.getOutputStream().write(request.with("Connection", "close").bytes());
      return socket.getInputStream().transferTo(OutputStream.nullOutputStream());
    }
  }

  private ScriptedClient wrap() throws IOException, InterruptedException {
    var args = new ArrayList<>(List.of("wrap", "--"));
    args.addAll(FaultyServers.command());
    var belay = BelayProcess.startUnread(QUARTER, args);
    opened.add(belay::destroyForcibly);
    var client = ScriptedClient.over(belay.getInputStream(), belay.getOutputStream());
    opened.add(client);
    client.initialize(Served.NEWEST);
    return client;
  }

  private static String beginning(int id) {
    return "{\"jsonrpc\":\"2.0\",\"id\":" + id;
  }

  private static void assertUnknown(Json answer) {
    assertThat(answer.at("error", "code").raw()).isEqualTo("-32602");
    assertThat(answer.at("error", "message").text())
        .isEqualTo("Unknown tool: " + "n".repeat(200) + "….");
  }

  private interface Calling {
    Json call(String tool, String arguments) throws InterruptedException;
  }

  /** {@return the first progress of the server; on a slow machine Belay's own may come before} */
  private static Json firstOfServer(ScriptedClient client) throws InterruptedException {
    return client.await(message ->
        message.at("method").text().equals("notifications/progress")
            && !message.at("params", "message").text().startsWith("Still running"));
  }

  private static void assertComplains(Calling client) throws InterruptedException {
    for (int i = 0; i < 3; i++) {
      assertThat(text(client.call("stderr", "{\"lines\":15,\"bytes\":4000000}")))
          .isEqualTo("complained");
    }
    assertThat(text(client.call("echo", "{\"text\":\"alive\"}"))).isEqualTo("alive");
  }

  @Test
  @DisplayName(
      "SEC-H3: over stdio 34 calls of a tool with a name of 4.1 MB, 50 progress messages of 4 MB,"
          + " and as much on standard error")
  void overStdio() throws IOException, InterruptedException {
    var client = wrap();
    var rest = (GIANT_CALL + "\n").getBytes(US_ASCII);
    for (int id = FIRST; id < FIRST + 34; id++) {
      client.sendBytes(beginning(id).getBytes(US_ASCII));
      client.sendBytes(rest);
      assertUnknown(client.awaitResponse(Integer.toString(id)));
    }
    for (int i = 0; i < 5; i++) {
      var params =
          "{\"name\":\"flood_progress\",\"arguments\":{\"count\":10,\"bytes\":4000000},"
              + "\"_meta\":{\"progressToken\":\"t%d\"}}".formatted(i);
      assertThat(text(client.ask("tools/call", params))).isEqualTo("flooded");
    }
    var told = firstOfServer(client).at("params", "message").text();
    assertThat(told).startsWith("flood ").endsWith("…");
    assertThat(told.getBytes(StandardCharsets.UTF_8)).hasSizeLessThanOrEqualTo(4_096);
    assertComplains(client::call);
  }

  @Test
  @DisplayName(
      "SEC-H3: the same over HTTP, and a flood of small messages, and a list of 9 MB, asked for and"
          + " changed again and again")
  void overHttp() throws IOException, InterruptedException {
    var filler = "x".repeat(90_000);
    var tools =
        IntStream.range(0, 100)
            .mapToObj(i ->
                "{\"name\":\"t%d\",\"description\":\"%s\",\"inputSchema\":{\"type\":\"object\"}}"
                    .formatted(i, filler))
            .collect(Collectors.joining(",", "[", "]"));
    var client =
        serve("--tools-file", Files.writeString(dir.resolve("tools.json"), tools).toString());
    var head = client.post(beginning(FIRST) + GIANT_CALL).headBytes();
    var rest = GIANT_CALL.getBytes(US_ASCII);
    for (int id = FIRST; id < FIRST + 34; id++) {
      try (var line = client.connect()) {
        var answer = line.expect();
        line.sendBytes(head);
        line.sendText(beginning(id));
        line.sendBytes(rest);
        assertUnknown(answer.response());
      }
    }
    var meta = "{\"progressToken\":\"t\"}";
    for (int i = 0; i < 5; i++) {
      var answer =
          call(client, "1" + i, "flood_progress", "{\"count\":10,\"bytes\":4000000}", meta);
      assertThat(text(answer.response())).isEqualTo("flooded");
      assertThat(answer.bodySoFar().length()).isLessThan(10 * 4_500);
    }
    var answer = call(client, "2", "flood_progress", "{\"count\":100000}", meta);
    assertThat(text(answer.response())).isEqualTo("flooded");
    assertComplains(client::call);
    for (int i = 0; i < 16; i++) {
      assertThat(received(client.requestPost(Integer.toString(i), "tools/list", "{}")))
          .isGreaterThan(9_000_000);
      var _ = client.call("list_change", "{}");
    }
    assertThat(text(client.call("echo", "{\"text\":\"alive\"}"))).isEqualTo("alive");
  }
}
