package dev.belay.cli.remote;

import dev.belay.mcp.client.SseParser;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Queue;
import org.jspecify.annotations.Nullable;

/** A gateway's stream of events. For one thread, except for {@link #close}. */
public final class ServerEvents implements AutoCloseable {
  /** Maximum length of an event: a piece of text, or a result, which is cut to far less. */
  private static final int LONGEST = 4 * 1024 * 1024;

  private final InputStream in;
  private final byte[] buffer = new byte[8 * 1024];
  private final Queue<Read> ready = new ArrayDeque<>();
  private final SseParser parser = new SseParser(LONGEST, new Taken());
  private String id = "";
  private String lastId = "";

  private record Read(String id, ServerEvent event) {}

  ServerEvents(InputStream in) {
    this.in = in;
  }

  /** {@return the next event; null at the end of the stream} */
  public @Nullable ServerEvent next() throws IOException {
    while (ready.isEmpty()) {
      int count = in.read(buffer);
      if (count < 0) {
        return null;
      }
      parser.feed(buffer, count);
    }
    var next = ready.remove();
    lastId = next.id();
    return next.event();
  }

  /** {@return whether the next event is here already} */
  public boolean isReady() {
    return !ready.isEmpty();
  }

  /** {@return the id of the last event returned, to resume after; empty before the first} */
  public String lastId() {
    return lastId;
  }

  /** Closes the stream, which tells the gateway that it is no longer read. */
  @Override
  public void close() throws IOException {
    in.close();
  }

  private final class Taken implements SseParser.Sink {
    @Override
    public void onEvent(String type, byte[] data) {
      ready.add(new Read(id, new ServerEvent(type, JsonFields.of(data))));
    }

    @Override
    public void onId(String newest) {
      id = newest;
    }

    @Override
    public void onRetry(Duration delay) {
      // Ignored: the reconnect delay is fixed, since the turn may be over in a moment.
    }

    @Override
    public void onOversized() {
      // Ignored: the last event of a turn is short.
    }
  }

  /**
   * One event of a turn, as a gateway reports it.
   *
   * @param type type of the event, such as {@code tool_start}
   * @param data its fields; empty if they cannot be read
   */
  public record ServerEvent(String type, JsonFields data) {
    /** {@return whether this is the last event of the turn} */
    public boolean isLast() {
      return type.equals("turn_complete") || type.equals("turn_abort");
    }
  }
}
