package dev.belay.mcp.stdio;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.core.time.Seeds;
import dev.belay.mcp.intake.Intake;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("MCP §stdio: one message a line, bounded")
final class LineReaderTest {
  private static final Intake ROOM = new Intake(64 << 20);

  private final RecordingHandler handler = new RecordingHandler();

  @Test
  void linesAreHandedOutWithoutTheirBreaks() {
    assertThat(read("a\nbc\r\n\n\r\n{}\n", 100)).isEqualTo(new StdioEnd.Closed());
    assertThat(handler.heard).containsExactly("a", "bc", "{}");
  }

  @Test
  @DisplayName("half a message, then the end")
  void halfALineAtTheEndIsToldAsSuch() {
    assertThat(read("{}\n{\"jsonrpc\":\"2", 100))
        .isEqualTo(new StdioEnd.Unfinished(13, "{\"jsonrpc\":\"2"));
    assertThat(handler.heard).containsExactly("{}");
  }

  @Test
  void theLongestLineAllowedPassesAndOneByteMoreDoesNot() {
    String longest = "x".repeat(10);
    assertThat(read(longest + "\n" + longest + "\r\n" + longest + "y\n" + longest + "y\r\nz\n", 10))
        .isEqualTo(new StdioEnd.Closed());
    assertThat(handler.heard)
        .containsExactly(longest, longest, "oversized xxx", "oversized xxx", "z");
  }

  @Test
  void aCarriageReturnThatArrivesAheadOfItsLineFeedDoesNotCount() {
    var in = new SequenceInputStream(stream("0123456789\r"), stream("\n"));

    assertThat(new LineReader(in, 10, ROOM, handler).run()).isEqualTo(new StdioEnd.Closed());
    assertThat(handler.heard).containsExactly("0123456789");
  }

  @Test
  @DisplayName("SEC-H3: where others hold the room, a long line is skipped, and a short one is not")
  void aLongLineNeedsRoom() {
    var room = new Intake(8L * LineReader.BASE);
    var lines = "abc" + "x".repeat(3 * LineReader.BASE) + "\nnext\n";
    try (var others = room.of("other").part()) {
      assertThat(others.resize(4L * LineReader.BASE)).isTrue();
      assertThat(read(lines, room)).isEqualTo(new StdioEnd.Closed());
      assertThat(handler.heard).containsExactly("crowded out abc", "next");
    }
    handler.heard.clear();
    assertThat(read(lines, room)).isEqualTo(new StdioEnd.Closed());
    assertThat(handler.heard).hasSize(2).last().isEqualTo("next");
    assertThat(room.taken()).isZero();
  }

  private StdioEnd read(String text, Intake room) {
    return new LineReader(stream(text), 16 * LineReader.BASE, room, handler).run();
  }

  @Test
  void anOversizedLineIsToldBeforeItsEndAndReadingGoesOn() {
    int size = 3 * LineReader.BASE;
    assertThat(read("abc" + "x".repeat(size - 3) + "\nnext\n", LineReader.BASE))
        .isEqualTo(new StdioEnd.Closed());
    assertThat(handler.heard).containsExactly("oversized abc", "next");
  }

  @Test
  void anOversizedLineMayBeTheLast() {
    assertThat(read("x".repeat(100_000), 10))
        .isEqualTo(new StdioEnd.Unfinished(100_000, "x".repeat(200)));
    assertThat(handler.heard).containsExactly("oversized xxx");
  }

  @Test
  void whatIsShownOfALineCannotSteerATerminal() {
    assertThat(read("\u001b[2Jx", 100)).isEqualTo(new StdioEnd.Unfinished(5, "?[2Jx"));
  }

  @Test
  void aBrokenStreamIsTold() {
    var broken =
        new InputStream() {
          @Override
          public int read() throws IOException {
            throw new IOException("gone");
          }

          @Override
          public int read(byte[] into, int offset, int length) throws IOException {
            return read();
          }
        };

    assertThat(new LineReader(broken, 10, ROOM, handler).run())
        .isInstanceOfSatisfying(
            StdioEnd.Broken.class, end -> assertThat(end.cause()).hasMessage("gone"));
  }

  @Test
  void howTheBytesArriveDoesNotMatter() {
    Seeds.forEach(
        300,
        seed -> {
          var random = new Random(seed);
          var text = new StringBuilder();
          List<String> lines = new ArrayList<>();
          for (int i = random.nextInt(20); i >= 0; i--) {
            // Some lines are longer than the buffer, which grows for them and shrinks again.
            int length =
                random.nextInt(10) == 0 ? random.nextInt(300_000) + 1 : 1 + random.nextInt(50);
            String line = String.valueOf((char) ('a' + random.nextInt(26))).repeat(length);
            lines.add(line);
            text.append(line).append(random.nextBoolean() ? "\n" : "\r\n");
          }
          var heard = new RecordingHandler();
          var reader =
              new LineReader(
                  new Dripping(text.toString(), random), 10 * LineReader.BASE, ROOM, heard);

          assertThat(reader.run()).isEqualTo(new StdioEnd.Closed());
          assertThat(heard.heard).isEqualTo(lines);
        });
  }

  @Test
  @DisplayName("P13: a flood without a line break needs no memory")
  void aFloodWithoutALineBreakStaysBounded() {
    int longest = 1024 * 1024;
    long size = 64L << 20;
    var flood = new Flood(size);
    var reader = new LineReader(flood, longest, ROOM, handler);
    flood.whileReading = () -> assertThat(reader.capacity()).isLessThanOrEqualTo(longest + 2);

    assertThat(reader.run()).isEqualTo(new StdioEnd.Unfinished(size, "x".repeat(200)));
    assertThat(handler.heard).containsExactly("oversized xxx");
    assertThat(reader.capacity()).isEqualTo(LineReader.BASE);
  }

  private StdioEnd read(String text, int longest) {
    return new LineReader(stream(text), longest, ROOM, handler).run();
  }

  private static InputStream stream(String text) {
    return new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
  }

  /** Returns its bytes in pieces of random size. */
  private static final class Dripping extends ByteArrayInputStream {
    private final Random random;

    Dripping(String text, Random random) {
      super(text.getBytes(StandardCharsets.UTF_8));
      this.random = random;
    }

    @Override
    public synchronized int read(byte[] into, int offset, int length) {
      int piece = random.nextInt(4) == 0 ? length : 1 + random.nextInt(Math.min(length, 40));
      return super.read(into, offset, piece);
    }
  }

  /** The same byte, repeated. */
  private static final class Flood extends InputStream {
    private long left;
    private Runnable whileReading = () -> {};

    Flood(long size) {
      this.left = size;
    }

    @Override
    public int read() {
      throw new UnsupportedOperationException("byte by byte");
    }

    @Override
    public int read(byte[] into, int offset, int length) {
      whileReading.run();
      if (left == 0) {
        return -1;
      }
      int count = (int) Math.min(left, length);
      Arrays.fill(into, offset, offset + count, (byte) 'x');
      left -= count;
      return count;
    }
  }
}
