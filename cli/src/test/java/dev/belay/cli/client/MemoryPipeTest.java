package dev.belay.cli.client;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

final class MemoryPipeTest {
  @Test
  void everythingComesOutInOrderHoweverSmallThePipe() throws IOException, InterruptedException {
    var sent = new byte[100_000];
    new Random(1).nextBytes(sent);
    var pipe = new MemoryPipe(7);

    var writer = write(pipe, sent);

    assertThat(pipe.in().readAllBytes()).isEqualTo(sent);
    writer.join();
  }

  @Test
  void whatWasWrittenBeforeTheEndCanStillBeRead() throws IOException, InterruptedException {
    var pipe = new MemoryPipe(10);
    pipe.out().write("abc".getBytes(UTF_8));
    pipe.out().close();

    assertThat(pipe.in().read()).isEqualTo('a');
    assertThat(pipe.in().readAllBytes()).isEqualTo("bc".getBytes(UTF_8));
    assertThat(pipe.in().read()).isEqualTo(-1);
  }

  @Test
  void aWriterWhoseReaderLeavesIsToldAndDoesNotWaitForEver()
      throws IOException, InterruptedException {
    var pipe = new MemoryPipe(1);
    var writer = write(pipe, new byte[1_000]);
    assertThat(pipe.in().read()).isZero();

    pipe.in().close();

    assertThatThrownBy(writer::join).hasRootCauseInstanceOf(IOException.class);
  }

  private static CompletableFuture<Void> write(MemoryPipe pipe, byte[] bytes) {
    return CompletableFuture.runAsync(() -> {
      try (var out = pipe.out()) {
        out.write(bytes);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    });
  }
}
