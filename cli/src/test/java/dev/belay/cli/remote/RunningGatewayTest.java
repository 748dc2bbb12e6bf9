package dev.belay.cli.remote;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
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
    int free;
    try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      free = socket.getLocalPort();
    }
    try (var gateway = RunningGateway.configured(URI.create("http://127.0.0.1:" + free), TOKEN)) {
      assertThatThrownBy(gateway::calls).hasMessageStartingWith("nothing listens at");
    }
  }
}
