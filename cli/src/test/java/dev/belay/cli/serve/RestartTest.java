package dev.belay.cli.serve;

import static dev.belay.cli.serve.Served.call;
import static dev.belay.cli.serve.Served.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.core.time.Patience;
import dev.belay.testbed.fault.FaultyHttp;
import dev.belay.testkit.client.HttpAnswer;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@DisplayName("P11: a server that ends is one for all clients, or one for each")
@Tag("process")
final class RestartTest {
  @Test
  @DisplayName("P11: all clients hear of a crash, each once, and go on with the next start")
  void allClientsHearOfACrash() throws IOException, InterruptedException {
    try (var served = Serve.process().and("other").start()) {
      var clients = List.of(served.legacy(), served.legacy(), served.modern());
      clients.getFirst().call("faulty__state", "{\"set\":\"remembered\"}");
      var hanging = new ArrayList<HttpAnswer>();
      for (var client : clients) {
        hanging.add(call(client, "1", "faulty__hang", "{}"));
      }
      served.awaitCalls("hang", clients.size());
      var gate = served.gate();
      var beside = call(served.modern(), "1", "other__sleep", gate.arguments());
      Patience.await(
          () -> served.logOf("other", "call").contains("sleep"), () -> "the other has no call");

      var crash = clients.getLast().call("faulty__crash", "{\"code\":42}");
      assertThat(text(crash))
          .as("SEC-M1: what it wrote is its owner's")
          .contains("ended unexpectedly (exit code 42)")
          .doesNotContain("last words");
      for (var answer : hanging) {
        assertThat(text(answer.response()))
            .startsWith("The server \"faulty\" ended unexpectedly (exit code 42).");
        assertThat(answer.isWhole()).isTrue();
      }
      gate.open();
      assertThat(text(beside.response())).as("a call of another server").isEqualTo("slept");
      for (var client : clients) {
        var next = client.call("faulty__state", "{}");
        assertThat(text(next)).isEqualTo("fresh");
        assertThat(next.raw())
            .contains("(exit code 42). It was started again and may have lost its state.")
            .doesNotContain("last words");
        assertThat(client.call("faulty__state", "{}").raw()).doesNotContain("[belay]");
      }
      assertThat(served.legacy().call("faulty__state", "{}").raw())
          .as("it never used the one that is gone")
          .doesNotContain("[belay]");
      assertThat(served.pids()).hasSize(2);
      assertThat(served.upstreamGot("initialize")).hasSize(2);
    }
  }

  @Test
  @DisplayName("isolation: session gives each client a process of its own, ended with its session")
  void eachSessionHasItsOwnProcess() throws IOException, InterruptedException {
    try (var served = Serve.process().with("isolation", "\"session\"").start()) {
      var one = served.legacy();
      var other = served.legacy();
      one.call("state", "{\"set\":\"one's\"}");
      other.call("state", "{\"set\":\"other's\"}");
      assertThat(text(one.call("state", "{}"))).isEqualTo("one's");
      assertThat(text(other.call("state", "{}"))).isEqualTo("other's");

      var hangs = call(other, "1", "hang", "{}");
      served.awaitCalls("hang", 1);
      assertThat(text(one.call("crash", "{\"code\":3}"))).contains("(exit code 3)");
      assertThat(text(one.call("state", "{}"))).isEqualTo("fresh");
      assertThat(hangs.hasEnded()).isFalse();
      assertThat(text(other.call("state", "{}"))).isEqualTo("other's");

      var before = served.alive();
      assertThat(one.delete().status()).isBetween(200, 204);
      Patience.await(() -> served.alive().size() < before.size(), () -> "alive: " + served.alive());
      assertThat(text(other.call("state", "{}"))).isEqualTo("other's");
      assertThat(other.delete().status()).isBetween(200, 204);
      // One for each session, of which the first was restarted: none is opened for all.
      assertThat(served.pids()).hasSize(3);
      Patience.await(() -> served.alive().isEmpty(), () -> "alive: " + served.alive());
    }
  }

  @Test
  @DisplayName("A server over HTTP that is started again is found again, and no client notices")
  void aServerOverHttpComesBack() throws IOException, InterruptedException {
    var first = FaultyHttp.start();
    try (var served = Serve.url(first.url()).start()) {
      var legacy = served.legacy();
      var modern = served.modern();
      assertThat(text(legacy.call("echo", "{\"text\":\"a\"}"))).isEqualTo("a");
      assertThat(text(modern.call("echo", "{\"text\":\"b\"}"))).isEqualTo("b");
      first.close();

      var gone = first.url() + " cannot be reached: nothing listens there";
      for (var client : List.of(legacy, modern)) {
        // The end of a pooled connection may be noticed by what is sent over it alone.
        Patience.await(
            () -> text(client.call("echo", "{}")).startsWith(gone), () -> "not gone: " + gone);
      }

      try (var second = FaultyHttp.startOn(first.url().getPort())) {
        Patience.await(
            () -> text(legacy.call("echo", "{\"text\":\"c\"}")).equals("c"),
            () -> "not found again by the legacy client: " + second.url());
        Patience.await(
            () -> text(modern.call("echo", "{\"text\":\"d\"}")).equals("d"),
            () -> "not found again by the modern client: " + second.url());
      }
    } finally {
      first.close();
    }
  }
}
