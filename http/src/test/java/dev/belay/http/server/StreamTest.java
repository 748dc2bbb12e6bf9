package dev.belay.http.server;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.belay.http.route.Frames;
import dev.belay.http.route.Header;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("A stream of events")
final class StreamTest {
  private final Held held = new Held();
  @AutoClose private final TestServer server = new TestServer(held);

  @Test
  @DisplayName("P21: a line break in data never begins another field")
  void lineBreaksInData() {
    assertThat(
            new String(
                Frames.event("7", "message", "a\rb\r\nc\n\nevent: x".getBytes(UTF_8)), UTF_8))
        .isEqualTo("id: 7\nevent: message\ndata: a\ndata: b\ndata: c\ndata: \ndata: event: x\n\n");
    assertThat(new String(Frames.event(null, null, new byte[0]), UTF_8)).isEqualTo("data: \n\n");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Frames.event("1\ndata: x", null, new byte[0]));
    assertThatIllegalArgumentException().isThrownBy(() -> Frames.event(null, "a\rb", new byte[0]));
  }

  @Test
  void headersGoOutAtOnceAndTheRouteMayChangeThem() throws IOException, InterruptedException {
    try (var client = server.client()) {
      client.get("/call");
      var _ =
          held.take().response().stream(
              List.of(new Header("cache-control", "no-store"), new Header("X-One", "1")));
      assertThat(client.head())
          .contains(
              "HTTP/1.1 200 OK",
              "cache-control: no-store",
              "X-One: 1",
              "Content-Type: text/event-stream",
              "X-Accel-Buffering: no",
              "Transfer-Encoding: chunked")
          .noneMatch(line -> line.startsWith("Cache-Control") || line.startsWith("Content-Length"));
    }
  }

  @Test
  void toAnOldClientItEndsWithTheConnection() throws IOException, InterruptedException {
    try (var client = server.client()) {
      client.lines("GET /call HTTP/1.0", "Host: localhost");
      var events = held.take().response().stream(List.of());
      assertThat(events.retry(5)).isTrue();
      events.end();
      events.end();
      assertThat(events.send(null, null, new byte[0])).isFalse();
      assertThat(client.head()).contains("Connection: close").noneMatch(at -> at.contains("chunk"));
      assertThat(client.rest()).isEqualTo("retry: 5\n\n");
    }
  }

  @Test
  void aStreamForHeadHasOnlyHeaders() throws IOException, InterruptedException {
    try (var client = server.client()) {
      client.lines("HEAD /call HTTP/1.1", "Host: localhost");
      var _ = held.take().response().stream(List.of());
      assertThat(client.head()).contains("Content-Type: text/event-stream");
      client.get("/next");
      held.take().answer("next");
      assertThat(client.answer().body()).isEqualTo("next");
    }
  }

  @Test
  @DisplayName("P20: a client that leaves too much unread is dropped; others go on")
  void aSlowReaderIsDropped() throws IOException, InterruptedException {
    try (var slow = server.client();
        var other = server.client()) {
      slow.get("/slow");
      var slowly = held.take();
      other.get("/other");
      var quickly = held.take();
      var toSlow = slowly.response().stream(List.of());
      var toOther = quickly.response().stream(List.of());
      other.head();
      byte[] event = "x".repeat(100_000).getBytes(ISO_8859_1);
      int sent = 0;
      while (toSlow.send(null, null, event)) {
        sent++;
      }
      slowly.gone().join();
      assertThat(toSlow.awaitRoom()).as("nobody is there to make room").isFalse();
      assertThat(sent).isGreaterThan(10);
      assertThat(toSlow.unsent()).isLessThan(ServerBounds.Sizes.defaults().unreadBytes() + 200_000);
      assertThat(toOther.send(null, null, "still here".getBytes(UTF_8))).isTrue();
      assertThat(other.chunk()).isEqualTo("data: still here\n\n");
      assertThat(quickly.gone()).isNotDone();
    }
  }

  @Test
  @DisplayName("P20: who waits for room can send more than may lie unread, and nobody is dropped")
  void whoWaitsForRoom() throws IOException, InterruptedException {
    try (var client = server.client()) {
      client.get("/much");
      var call = held.take();
      var stream = call.response().stream(List.of());
      byte[] event = "x".repeat(100_000).getBytes(ISO_8859_1);
      int count = 40;
      assertThat((long) count * event.length)
          .isGreaterThan(3 * ServerBounds.Sizes.defaults().unreadBytes());
      var sender =
          Thread.ofVirtual()
              .start(() -> {
                try {
                  for (int i = 0; i < count && stream.awaitRoom(); i++) {
                    stream.send(null, null, event);
                  }
                } catch (InterruptedException e) {
                  throw new IllegalStateException(e);
                } finally {
                  stream.end();
                }
              });
      client.head();
      long read = 0;
      for (var chunk = client.chunk(); !chunk.isEmpty(); chunk = client.chunk()) {
        read += chunk.chars().filter(one -> one == 'x').count();
      }
      sender.join();
      assertThat(read).isEqualTo((long) count * event.length);
      assertThat(call.gone()).isNotDone();
    }
  }

  @Test
  @DisplayName("P21: a header that would begin another one is never sent")
  void headerInjection() throws IOException, InterruptedException {
    var bad =
        List.of(
            new Header("X", "a\r\nSet-Cookie: b"),
            new Header("X", "a\nb"),
            new Header("X", "a\0b"),
            new Header("X: y\r\nZ", "a"),
            new Header("", "a"),
            new Header("X", "\u0109\u010a"));
    try (var client = server.client()) {
      for (Header header : bad) {
        client.get("/call").get("/stream");
        held.take().response().send(200, List.of(header), new byte[0]);
        assertThat(client.answer().status()).isEqualTo(500);
        var stream = held.take().response().stream(List.of(header));
        assertThat(stream.retry(1)).isFalse();
        var answer = client.answer();
        assertThat(answer.status()).isEqualTo(500);
        assertThat(answer.headers()).noneMatch(line -> line.contains("Cookie"));
      }
      client.get("/call");
      held.take().response().send(100, List.of(), new byte[0]);
      assertThat(client.answer().status()).isEqualTo(500);
    }
    assertThat(server.reports()).hasSize(2 * bad.size() + 1);
  }

  @Test
  void lengthAndConnectionAreTheServersBusiness() throws IOException, InterruptedException {
    try (var client = server.client()) {
      client.get("/call");
      held.take()
          .response()
          .send(
              200,
              List.of(new Header("content-length", "7"), new Header("Connection", "upgrade")),
              "abc".getBytes(UTF_8));
      var answer = client.answer();
      assertThat(answer.body()).isEqualTo("abc");
      assertThat(answer.header("connection")).isEmpty();
      client.get("/none");
      held.take().response().send(204, List.of(), new byte[0]);
      assertThat(client.answer().header("content-length")).isEmpty();
    }
  }
}
