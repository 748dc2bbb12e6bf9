package dev.belay.http.server;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.http.server.Refusal.RequestRefused;
import io.netty.buffer.Unpooled;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("SEC-H1: what a connection holds between two requests, in which nobody counts it")
final class HeadReaderTest {
  @Test
  @DisplayName("A long header's room goes with its head")
  void nothingLongStays() throws RequestRefused {
    var lines = new Lines();
    int first = lines.bytes().length;
    var heads = new HeadReader(ServerBounds.Sizes.defaults(), lines);
    var head = "GET /path HTTP/1.1\r\nHost: localhost\r\nX: " + "x".repeat(31_000) + "\r\n\r\n";
    assertThat(heads.read(Unpooled.wrappedBuffer(head.getBytes(US_ASCII)))).isNotNull();
    assertThat(lines.bytes()).hasSize(first);
    assertThat(heads.held()).isZero();
  }
}
