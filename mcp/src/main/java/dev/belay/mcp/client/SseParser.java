package dev.belay.mcp.client;

import dev.belay.mcp.intake.Intake;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/**
 * Splits a stream of bytes into server-sent events, for any chunking (WHATWG HTML §9.2.6).
 *
 * <p>Lines end in CR, LF or both; an event without its blank line does not count. A line, and the
 * data of an event, are bounded, and are accounted for as incomplete data: longer ones are skipped
 * up to the next event. For one thread.
 */
public final class SseParser implements AutoCloseable {
  /** Receives the contents of a stream. */
  public interface Sink {
    /** Takes the data of one event, which may be empty; the type is empty if it has none. */
    void onEvent(String type, byte[] data);

    /** Takes the id to resume after; empty if there is none any more. */
    void onId(String id);

    /** Takes the delay before connecting again. */
    void onRetry(Duration delay);

    /** Reports that an event exceeded the bound and is skipped. */
    void onOversized();

    /** Reports that an event is skipped because other peers use up the memory. */
    default void onCrowdedOut() {
      onOversized();
    }
  }

  private static final int LONGEST_NAME = 1024; // of an id or a type
  private static final int LONGEST_RETRY = 9; // digits: eleven days
  private static final int[] MARK = {0xef, 0xbb, 0xbf};

  private final int longest;
  private final Sink sink;
  private final Intake.Part part;
  private ByteArrayOutputStream line = new ByteArrayOutputStream();
  private ByteArrayOutputStream data = new ByteArrayOutputStream();
  private boolean hasData;
  private String type = "";
  private String id = "";
  private boolean idChanged;
  private boolean afterReturn;
  private boolean lineTooLong;
  private boolean skipping;
  private int marked; // bytes of a byte order mark seen at the start; -1 once decided

  /**
   * Creates a parser for the beginning of a stream.
   *
   * @param longest the greatest size in bytes of a line, or of the data of an event
   */
  public SseParser(int longest, Sink sink) {
    this(longest, Intake.ofHeap("events"), sink);
  }

  SseParser(int longest, Intake intake, Sink sink) {
    part = intake.part();
    this.longest = longest;
    this.sink = sink;
  }

  /** Takes the next {@code count} bytes. */
  public void feed(byte[] bytes, int count) {
    int at = 0;
    while (at < count && marked >= 0) {
      at = mark(bytes[at], at);
    }
    while (at < count) {
      byte next = bytes[at];
      if (next == '\n' && afterReturn) {
        afterReturn = false;
        at++;
        continue;
      }
      afterReturn = false;
      if (next == '\n' || next == '\r') {
        afterReturn = next == '\r';
        endLine();
        at++;
        continue;
      }
      int end = at;
      while (end < count && bytes[end] != '\n' && bytes[end] != '\r') {
        end++;
      }
      append(bytes, at, end - at);
      at = end;
    }
  }

  /** Skips a byte order mark at the very start; a prefix of one is restored. */
  private int mark(byte next, int at) {
    if ((next & 0xff) == MARK[marked]) {
      marked = marked == 2 ? -1 : marked + 1;
      return at + 1;
    }
    for (int i = 0; i < marked; i++) {
      line.write(MARK[i]);
    }
    marked = -1;
    return at;
  }

  private void append(byte[] bytes, int from, int count) {
    if (lineTooLong || line.size() + count > longest + 16L) { // 16: the name of the field
      skipLine();
      if (!skipping) {
        skip();
        sink.onOversized();
      }
    } else if (!part.resize(held(count))) {
      skipLine();
      if (!skipping) {
        skip();
        sink.onCrowdedOut();
      }
    } else {
      line.write(bytes, from, count);
    }
  }

  /** Returns the size of both buffers after that many more bytes: they double as they grow. */
  private long held(int more) {
    return 2L * (line.size() + (long) data.size() + more);
  }

  private void skipLine() {
    lineTooLong = true;
    line = emptied(line);
    var _ = part.resize(held(0));
  }

  private void skip() {
    skipping = true;
    data = new ByteArrayOutputStream();
    var _ = part.resize(held(0));
  }

  /** A buffer that has become long is not kept. */
  private static ByteArrayOutputStream emptied(ByteArrayOutputStream buffer) {
    if (buffer.size() > Intake.FREE) {
      return new ByteArrayOutputStream();
    }
    buffer.reset();
    return buffer;
  }

  /** Releases its memory at the end of the stream. */
  @Override
  public void close() {
    part.close();
  }

  private void endLine() {
    boolean whole = !lineTooLong;
    lineTooLong = false;
    byte[] text = line.toByteArray();
    line = emptied(line);
    if (whole && text.length == 0) {
      dispatch();
    } else if (whole && !skipping) {
      field(text);
    }
  }

  private void field(byte[] text) {
    int colon = 0;
    while (colon < text.length && text[colon] != ':') {
      colon++;
    }
    int from = Math.min(text.length, colon + 1);
    if (from < text.length && text[from] == ' ') {
      from++;
    }
    switch (new String(text, 0, colon, StandardCharsets.UTF_8)) {
      case "data" -> data(text, from);
      case "event" -> type(new String(text, from, text.length - from, StandardCharsets.UTF_8));
      case "id" -> id(new String(text, from, text.length - from, StandardCharsets.UTF_8));
      case "retry" -> retry(new String(text, from, text.length - from, StandardCharsets.UTF_8));
      default -> {} // a comment, or an unknown field
    }
  }

  private void data(byte[] text, int from) {
    int more = text.length - from;
    if (data.size() + more > longest) {
      skip();
      sink.onOversized();
      return;
    }
    if (hasData) {
      data.write('\n');
    }
    hasData = true;
    data.write(text, from, more);
  }

  /** A type that is too long is treated as unknown, and not stored until its event ends. */
  private void type(String value) {
    type = value.length() <= LONGEST_NAME ? value : "unknown";
  }

  private void id(String value) {
    if (value.length() <= LONGEST_NAME && value.indexOf('\0') < 0) {
      id = value;
      idChanged = true;
    }
  }

  private void retry(String value) {
    boolean digits = !value.isEmpty() && value.chars().allMatch(c -> c >= '0' && c <= '9');
    if (digits && value.length() <= LONGEST_RETRY) {
      sink.onRetry(Duration.ofMillis(Long.parseLong(value)));
    }
  }

  private void dispatch() {
    if (idChanged && !skipping) {
      sink.onId(id);
    }
    if (hasData && !skipping) {
      byte[] whole = data.toByteArray();
      data = emptied(data);
      sink.onEvent(type, whole);
    }
    data = emptied(data);
    var _ = part.resize(held(0));
    hasData = false;
    type = "";
    idChanged = false;
    skipping = false;
  }
}
