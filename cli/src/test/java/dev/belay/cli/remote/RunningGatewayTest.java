package dev.belay.cli.remote;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belay.access.ApiToken;
import dev.belay.cli.remote.RunningGateway.ThisMachine;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("The owner's token goes to the owner's machine, or where the owner says")
final class RunningGatewayTest {
  private static final Map<String, String> TOKEN = Map.of(RunningGateway.TOKEN, "t0p-s3cret");

  @ParameterizedTest
  @DisplayName("A file that somebody else may have written has it sent nowhere else")
  @ValueSource(
      strings = {
        "http://gateway.example:3002",
        "http://192.0.2.7:3002",
        "http://[2001:db8::7]:3002",
        "http://localhost.example:3002",
        "http://127.0.0.1.example:3002",
      })
  void elsewhere(String url) {
    try (var gateway = RunningGateway.configured(URI.create(url), TOKEN)) {
      assertThatThrownBy(gateway::calls)
          .isInstanceOf(GatewayTrouble.class)
          .hasMessageContaining("is not this machine")
          .hasMessageEndingWith("--url " + url)
          .hasMessageNotContaining("s3cret");
      assertThatThrownBy(() -> gateway.cancel("feedbeef", ""))
          .isInstanceOf(GatewayTrouble.class)
          .hasMessageContaining("is not this machine");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"127.0.0.1", "localhost", "[::1]"})
  void thisMachine(String host) {
    assertThat(ThisMachine.has(URI.create("http://" + host + ":3002"))).isTrue();
  }

  @Test
  void whatTheFileSaysOfThisMachineIsAsked() throws IOException {
    try (var gateway = RunningGateway.configured(URI.create("http://127.0.0.1:1"), TOKEN)) {
      assertThatThrownBy(gateway::calls).hasMessageStartingWith("nothing listens at");
    }
  }

  @Test
  @DisplayName("SEC-L2: where another user listens, the owner's token is not sent")
  void anotherUserListens(@TempDir Path dir)
      throws GatewayTrouble, IOException, InterruptedException {
    var state = Map.of("XDG_STATE_HOME", dir.resolve("state").toString());
    var token = ApiToken.open(ApiToken.place(state)).text();
    var seen = new LinkedBlockingQueue<String>();
    var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
    var server = Thread.ofVirtual().start(() -> answerAll(socket, seen));
    var base = URI.create("http://127.0.0.1:" + socket.getLocalPort());
    var proc = ProcDirectory.in(dir.resolve("proc"));
    proc.listens("0100007F", socket.getLocalPort(), proc.user() + 1);
    try (socket;
        var gateway = new RunningGateway(base, state, true, proc.table());
        var given = new RunningGateway(base, TOKEN, true, proc.table());
        var own = new RunningGateway(base, state)) {
      assertThatThrownBy(gateway::calls)
          .isInstanceOf(GatewayTrouble.class)
          .hasMessageContaining("runs as another user (uid " + (proc.user() + 1) + ")")
          .hasMessageContaining("not sent")
          .hasMessageContaining("--url URL")
          .hasMessageContaining("BELAY_TOKEN")
          .hasMessageNotContaining(token);
      assertThatThrownBy(gateway::health).hasMessageContaining("another user");
      assertThat(seen).isEmpty();
      var _ = given.health(); // A token given for this gateway.
      assertThat(seen.take()).isEqualTo("Bearer t0p-s3cret");
      var _ = own.health(); // As the system itself reports: this process listens.
      assertThat(seen.take()).isEqualTo("Bearer " + token);
    }
    server.join();
  }

  /** Records the credentials of each request. */
  private static void answerAll(ServerSocket socket, LinkedBlockingQueue<String> seen) {
    var said = "HTTP/1.1 503 Unavailable\r\nContent-Length: 0\r\nConnection: close\r\n\r\n";
    while (!socket.isClosed()) {
      try (var connection = socket.accept()) {
        var head = new BufferedReader(new InputStreamReader(connection.getInputStream(), US_ASCII));
        for (var line = head.readLine(); line != null && !line.isEmpty(); line = head.readLine()) {
          if (line.startsWith("Authorization: ")) {
            seen.add(line.substring("Authorization: ".length()));
          }
        }
        connection.getOutputStream().write(said.getBytes(US_ASCII));
      } catch (IOException _) {
        // Closed, or left.
      }
    }
  }
}
