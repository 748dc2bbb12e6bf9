package dev.belay.mcp.stdio;

import static dev.belay.mcp.stdio.Valve.utf8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

final class StdioConnectionTest {
  @Test
  void bothWaysRunOnNamedPlatformThreads() {
    var reader = new CompletableFuture<Thread>();
    var handler =
        new RecordingHandler() {
          @Override
          public void onMessage(byte[] line) {
            reader.complete(Thread.currentThread());
            super.onMessage(line);
          }
        };
    Valve valve = Valve.opened();
    StdioConnection connection = connection("{}\n", valve, handler);
    connection.start();
    assertThat(connection.send(utf8("request"))).isTrue();
    assertThat(connection.answer(utf8("answer"))).isTrue();
    assertThat(connection.progress("call", utf8("progress"))).isTrue();
    connection.closeOutput();
    connection.written().toCompletableFuture().join();

    assertThat(handler.end.join()).isEqualTo(new StdioEnd.Closed());
    assertThat(handler.heard).containsExactly("{}");
    assertThat(valve.lines()).containsExactly("request", "answer", "progress");
    assertThat(reader.join().getName()).isEqualTo("belay-peer-reader");
    assertThat(reader.join().isVirtual()).isFalse();
  }

  @Test
  void aHandlerThatThrowsDoesNotDieInSilence() {
    var handler =
        new RecordingHandler() {
          @Override
          public void onMessage(byte[] line) {
            throw new IllegalStateException("defect");
          }
        };
    StdioConnection connection = connection("{}\n", Valve.opened(), handler);
    connection.start();

    assertThat(handler.end.join())
        .isInstanceOfSatisfying(
            StdioEnd.HandlerFailed.class, end -> assertThat(end.cause()).hasMessage("defect"));
    connection.abandonOutput();
    connection.written().toCompletableFuture().join();
  }

  private static StdioConnection connection(String in, Valve out, StdioHandler handler) {
    return new StdioConnection(
        "peer", new ByteArrayInputStream(utf8(in)), out, StdioBounds.DEFAULT, handler);
  }
}
