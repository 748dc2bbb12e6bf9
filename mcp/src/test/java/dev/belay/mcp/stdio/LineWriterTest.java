package dev.belay.mcp.stdio;

import static dev.belay.mcp.stdio.Valve.utf8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.mcp.intake.Intake;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("A peer that does not read stops nobody")
final class LineWriterTest {
  private static final StdioBounds SMALL = new StdioBounds(100, 4, 1000);

  private final Valve valve = new Valve();
  private final List<IOException> failures = new CopyOnWriteArrayList<>();
  private final List<String> unwritten = new CopyOnWriteArrayList<>();

  @Test
  void thirtyTwoThreadsNeverMixTheirLines() throws InterruptedException {
    valve.open();
    LineWriter writer = writer(valve, StdioBounds.DEFAULT);
    int each = 500;
    List<Thread> threads = new ArrayList<>();
    for (int t = 0; t < 32; t++) {
      int me = t;
      threads.add(
          Thread.ofVirtual()
              .start(() -> {
                for (int i = 0; i < each; i++) {
                  // Every hundredth is larger than a batch.
                  String filler = "x".repeat(i % 100 == 0 ? 70_000 : 20);
                  writer.outbox().answer(utf8(me + ":" + i + ":" + filler));
                }
              }));
    }
    for (Thread thread : threads) {
      thread.join();
    }
    close(writer);

    assertThat(valve.lines()).hasSize(32 * each);
    int[] next = new int[32];
    for (String line : valve.lines()) {
      String[] parts = line.split(":", -1);
      int me = Integer.parseInt(parts[0]);
      assertThat(Integer.parseInt(parts[1])).as("order of thread " + me).isEqualTo(next[me]++);
      assertThat(parts[2]).matches("x{20}|x{70000}");
    }
    assertThat(failures).isEmpty();
  }

  @Test
  void closingWritesWhatWaitsThenClosesTheStream() throws InterruptedException {
    LineWriter writer = stuck();
    writer.outbox().answer(utf8("last"));
    writer.outbox().close();

    assertThat(writer.outbox().answer(utf8("too late"))).isFalse();
    assertThat(valve.isClosed()).isFalse();
    valve.open();
    writer.ended().toCompletableFuture().join();

    assertThat(valve.lines()).containsExactly("first", "last");
    assertThat(valve.isClosed()).isTrue();
  }

  @Test
  void requestsAreRefusedWhenFullButAnswersNever() throws InterruptedException {
    LineWriter writer = stuck();
    for (int i = 0; i < 4; i++) {
      assertThat(writer.outbox().request(utf8("request " + i))).isTrue();
    }

    assertThat(writer.outbox().request(utf8("request 4"))).isFalse();
    for (int i = 0; i < 100; i++) {
      assertThat(writer.outbox().answer(utf8("answer " + i))).isTrue();
    }

    close(writer);
    assertThat(valve.lines()).hasSize(105).contains("request 3", "answer 99");
  }

  @Test
  void bytesAreBoundedAsWellAsMessages() throws InterruptedException {
    LineWriter writer = stuck();

    assertThat(writer.outbox().request(new byte[2000])).as("alone").isTrue();
    assertThat(writer.outbox().request(new byte[1])).isFalse();
    assertThat(writer.outbox().progress("call", new byte[1])).isFalse();
    close(writer);
  }

  @Test
  void howFullItIsCountsAllThatIsUnreadAlsoTheSmallest() throws InterruptedException {
    LineWriter writer = stuck();
    assertThat(writer.outbox().fill()).isZero();
    for (int i = 0; i < 5; i++) {
      writer.outbox().answer(new byte[1000]);
    }
    assertThat(writer.outbox().fill()).isEqualTo(5);
    for (int i = 0; i < 1_000; i++) {
      writer.outbox().answer(new byte[1]);
    }
    assertThat(writer.outbox().fill()).as("what an entry costs is counted").isGreaterThan(60);

    close(writer);
    assertThat(writer.outbox().fill()).isZero();
  }

  @Test
  @DisplayName("progress is dropped first, then requests refused, room for responses is reserved")
  void progressGivesWayToRequests() throws InterruptedException {
    LineWriter writer = stuck();
    assertThat(writer.outbox().progress("a", utf8("progress a"))).isTrue();
    assertThat(writer.outbox().progress("b", utf8("progress b"))).isTrue();
    assertThat(writer.outbox().progress("c", utf8("progress c"))).as("half of the room").isFalse();
    for (int i = 0; i < 4; i++) {
      assertThat(writer.outbox().request(utf8("request " + i))).isTrue();
    }
    assertThat(writer.outbox().request(utf8("request 4"))).isFalse();

    close(writer);
    assertThat(valve.lines())
        .containsExactly("first", "request 0", "request 1", "request 2", "request 3");
  }

  @Test
  void progressThatStillWaitsIsReplacedInItsPlace() throws InterruptedException {
    LineWriter writer = stuck();
    writer.outbox().progress("a", utf8("a 1"));
    writer.outbox().progress("b", utf8("b 1"));
    writer.outbox().progress("a", utf8("a 2"));
    writer.outbox().answer(utf8("answer of a"));
    writer.outbox().progress("a", utf8("a 3"));

    close(writer);
    assertThat(valve.lines()).containsExactly("first", "a 3", "b 1", "answer of a");
  }

  @Test
  void whatWaitsTogetherIsWrittenTogether() throws InterruptedException {
    LineWriter writer = stuck();
    for (int i = 0; i < 1000; i++) {
      writer.outbox().answer(utf8("answer " + i));
    }
    close(writer);

    assertThat(valve.lines()).hasSize(1001);
    assertThat(valve.writes()).isEqualTo(2);
  }

  @Test
  void aLineBreakInAMessageCannotBreakTheFraming() {
    valve.open();
    LineWriter writer = writer(valve, StdioBounds.DEFAULT);
    byte[] pretty = utf8("{\n\"a\":\r\n1}");
    byte[] large = utf8("[" + "\n".repeat(70_000) + "]");
    writer.outbox().answer(pretty);
    writer.outbox().answer(large);
    close(writer);

    assertThat(valve.lines()).containsExactly("{ \"a\":  1}", "[" + " ".repeat(70_000) + "]");
    assertThat(large[1]).as("the message is not ours to change").isEqualTo((byte) '\n');
  }

  @Test
  void aBrokenPeerIsToldOnceAndTakesNothingMore() {
    var broken =
        new OutputStream() {
          @Override
          public void write(int b) throws IOException {
            throw new IOException("broken pipe");
          }
        };
    LineWriter writer = writer(broken, SMALL);
    writer.outbox().answer(utf8("a"));
    writer.ended().toCompletableFuture().join();

    assertThat(failures).singleElement().satisfies(e -> assertThat(e).hasMessage("broken pipe"));
    assertThat(writer.outbox().answer(utf8("b"))).isFalse();
    assertThat(writer.outbox().request(utf8("c"))).isFalse();
  }

  /** A pipe whose second write fails for lack of a reader. */
  private static final class Breaking extends OutputStream {
    private final Valve first = new Valve();
    private boolean used;

    @Override
    public void write(int b) {
      throw new UnsupportedOperationException("byte by byte");
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
      if (used) {
        throw new IOException("broken pipe");
      }
      used = true;
      first.write(bytes, offset, length);
    }
  }

  private void breakBehind(String... messages) throws InterruptedException {
    var pipe = new Breaking();
    LineWriter writer = writer(pipe, StdioBounds.DEFAULT);
    writer.outbox().request(utf8("read"));
    pipe.first.stuck.await();
    for (var message : messages) {
      writer.outbox().request(utf8(message));
    }
    pipe.first.open();
    writer.ended().toCompletableFuture().join();
    assertThat(failures).hasSize(1);
  }

  @Test
  @DisplayName("FAULT-4: what a broken pipe cannot have taken whole is told, and what waits behind")
  void whatNobodyCanHaveReadIsTold() throws InterruptedException {
    breakBehind("small", "too");
    assertThat(unwritten).containsExactly("small", "too");
  }

  @Test
  @DisplayName(
      "FAULT-4: of many bytes some may have been taken: only what ended them was not whole")
  void whatMayHaveBeenReadIsNotTold() throws InterruptedException {
    var large = "x".repeat(40_000);
    breakBehind("1" + large, "2" + large, "3" + large, "4" + large);
    assertThat(unwritten).extracting(message -> message.charAt(0)).containsExactly('2', '3', '4');
  }

  /** Returns a writer stuck in the write of one line, so that all others have to wait. */
  private LineWriter stuck() throws InterruptedException {
    LineWriter writer = writer(valve, SMALL);
    writer.outbox().answer(utf8("first"));
    valve.stuck.await();
    return writer;
  }

  private LineWriter writer(OutputStream out, StdioBounds bounds) {
    var handler =
        new RecordingHandler() {
          @Override
          public void onUnwritten(List<byte[]> messages) {
            messages.forEach(message -> unwritten.add(new String(message, StandardCharsets.UTF_8)));
          }

          @Override
          public void onWriteFailed(IOException cause) {
            failures.add(cause);
          }
        };
    var writer = new LineWriter("belay-test-writer", out, bounds, new Intake(64 << 20), handler);
    writer.start();
    return writer;
  }

  /** Lets the peer read, and waits until all is written. */
  private void close(LineWriter writer) {
    valve.open();
    writer.outbox().close();
    writer.ended().toCompletableFuture().join();
  }

  @Test
  @DisplayName("SEC-H3: what waits for peers that do not read shares one room, and answers pass")
  void queuesShareTheirRoom() throws InterruptedException {
    var intake = new Intake(4 << 20);
    var message = new byte[256 << 10];
    var silent = new Outbox(StdioBounds.DEFAULT, intake.of("silent"));
    int waiting = 0;
    while (silent.request(message)) {
      waiting++;
    }
    assertThat(waiting).as("half of the room").isEqualTo(7);
    var other = new Outbox(StdioBounds.DEFAULT, intake.of("other"));
    assertThat(other.request(message)).isTrue();
    assertThat(silent.answer(message)).as("an answer is not refused").isTrue();
    assertThat(silent.request(utf8("small"))).isFalse();

    var batch = new ArrayList<byte[]>();
    assertThat(silent.take(batch, Integer.MAX_VALUE)).isTrue();
    assertThat(batch).hasSize(waiting + 1);
    assertThat(silent.request(message)).isTrue();
    assertThat(silent.abandon()).hasSize(1);
    assertThat(other.abandon()).hasSize(1);
    assertThat(intake.taken()).isZero();
  }
}
