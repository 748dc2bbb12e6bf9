package dev.belay.testbed.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class FaultyLinkTest {
  private ServerSocket listening;
  private FaultyLink link;
  private Socket client;
  private Socket server;

  @BeforeEach
  void connect() throws IOException, InterruptedException {
    listening = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    link = FaultyLink.to(listening.getLocalPort());
    client = new Socket(InetAddress.getLoopbackAddress(), link.port());
    server = listening.accept();
    link.awaitConnections(1);
  }

  @AfterEach
  void close() throws IOException {
    client.close();
    server.close();
    link.close();
    listening.close();
    assertThat(Thread.getAllStackTraces().keySet())
        .extracting(Thread::getName)
        .noneMatch(name -> name.startsWith("belay-testbed-link"));
  }

  @Test
  void bytesAndEndsPassBothWays() throws IOException, InterruptedException {
    send(client, "to the server");
    assertThat(read(server, 13)).isEqualTo("to the server");
    client.shutdownOutput();
    assertThat(server.getInputStream().read()).isEqualTo(-1);
    send(server, "and back");
    assertThat(read(client, 8)).isEqualTo("and back");
    server.close();
    assertThat(client.getInputStream().read()).isEqualTo(-1);
    link.awaitConnections(0);
  }

  @Test
  void aStalledDirectionHoldsBytesBackAndTheOtherDoesNot() throws IOException {
    link.set(Direction.TO_SERVER, new LinkFault.Stalled());
    send(client, "held");
    client.shutdownOutput();
    send(server, "passes");
    assertThat(read(client, 6)).isEqualTo("passes");
    assertThat(server.getInputStream().available()).isZero();

    link.clear();
    assertThat(read(server, 4)).isEqualTo("held");
    assertThat(server.getInputStream().read()).isEqualTo(-1);
  }

  @Test
  void aResetEndsASenderThatIsHeldUp() {
    link.set(new LinkFault.Stalled());
    // Far more than all buffers on the way hold, so this cannot end by itself.
    var writing = CompletableFuture.runAsync(() -> write(new byte[64 * 1024 * 1024]));
    link.reset();

    assertThatThrownBy(writing::join).hasRootCauseInstanceOf(SocketException.class);
    assertReset(server);
  }

  @Test
  void aResetReachesBothSides() throws IOException, InterruptedException {
    link.reset();

    assertReset(client);
    assertReset(server);
    link.awaitConnections(0);
  }

  @Test
  void aResetOfOneSideIsPassedOn() throws IOException {
    server.setSoLinger(true, 0);
    server.close();

    assertReset(client);
  }

  @Test
  void halfOfAConnectionEnds() throws IOException {
    link.halfClose(Direction.TO_CLIENT);
    assertThat(client.getInputStream().read()).isEqualTo(-1);
    send(client, "still heard");
    assertThat(read(server, 11)).isEqualTo("still heard");
  }

  @Test
  void aCutComesAfterExactlySoManyBytes() throws IOException {
    link.set(Direction.TO_CLIENT, new LinkFault.Cut(5));
    send(server, "hello world");

    assertThat(read(client, 5)).isEqualTo("hello");
    assertReset(client);
  }

  @Test
  void aSlowDirectionBringsEverythingInTheEnd() throws IOException {
    link.set(new LinkFault.Slow(2_000));
    send(client, "x".repeat(500));

    assertThat(read(server, 500)).isEqualTo("x".repeat(500));
    assertThatThrownBy(() -> new LinkFault.Slow(0)).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void aServerThatRefusesIsAResetForItsClient() throws IOException {
    listening.close();
    try (var late = new Socket(InetAddress.getLoopbackAddress(), link.port())) {
      assertReset(late);
    }
    assertThat(link.accepted()).isEqualTo(2);
  }

  private void write(byte[] bytes) {
    try {
      client.getOutputStream().write(bytes);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void assertReset(Socket socket) {
    assertThatThrownBy(
            () -> assertThat(socket.getInputStream().read()).as("an end in order").isEqualTo(99))
        .isInstanceOf(SocketException.class);
  }

  private static void send(Socket socket, String text) throws IOException {
    socket.getOutputStream().write(text.getBytes(StandardCharsets.UTF_8));
  }

  private static String read(Socket socket, int length) throws IOException {
    var bytes = socket.getInputStream().readNBytes(length);
    return new String(Arrays.copyOf(bytes, bytes.length), StandardCharsets.UTF_8);
  }
}
