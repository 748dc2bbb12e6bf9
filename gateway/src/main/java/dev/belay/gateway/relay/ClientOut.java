package dev.belay.gateway.relay;

import dev.belay.mcp.stdio.StdioConnection;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** What goes to the client. Never blocks; safe for use by many threads. */
final class ClientOut implements ReplyTo {
  /** Set once, before anything is read. */
  private volatile @Nullable StdioConnection connection;

  void connect(StdioConnection to) {
    connection = to;
  }

  private StdioConnection connection() {
    return Objects.requireNonNull(connection);
  }

  @Override
  public void send(byte[] response) {
    connection().answer(response);
  }

  @Override
  public void nothing() {
    // Alone in its line, a request without an answer leaves no trace.
  }

  /** Sends a request or notification; false if the client does not read. */
  boolean tell(byte[] message) {
    return connection().send(message);
  }

  /** {@return true while the client leaves far too much unread} */
  boolean isStuck() {
    return connection().isStuck();
  }

  /** Sends progress of {@code call}, in place of older progress that still waits. */
  void progress(Object call, byte[] message) {
    connection().progress(call, message);
  }
}
