package dev.belay.gateway.relay;

import dev.belay.mcp.envelope.ErrorCode;
import dev.belay.mcp.envelope.Messages;
import dev.belay.mcp.envelope.RequestId;
import dev.belay.mcp.stdio.StdioConnection;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** What goes to the client. Never blocks; safe for use by many threads. */
final class ClientOut implements ReplyTo {
  // Times the room of the connection. A few large answers at once are no sign that nobody reads
  // them; but requests may all be in flight before the first answer is there.
  private static final int STUCK = 4;
  private static final int OVERFULL = 8;
  private static final int FLOODED = 10;

  /** What takes no less room as an error. */
  private static final int SMALL = 1_024;

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

  /** {@return true while the client leaves so much unread that it may ask for no more} */
  boolean isStuck() {
    return connection().fill() >= STUCK;
  }

  /** {@return true where it leaves unread even that it was refused: it does not read at all} */
  boolean isFlooded() {
    return connection().fill() >= FLOODED;
  }

  /** {@return {@code response}, or an error in its place while it would only fill the memory} */
  byte[] fitting(RequestId id, byte[] response) {
    return response.length <= SMALL || connection().fill() < OVERFULL
        ? response
        : Messages.error(
            id,
            ErrorCode.INTERNAL_ERROR,
            "The answer of "
                + response.length
                + " bytes was dropped: too many answers wait to be read.");
  }

  /** Sends progress of {@code call}, in place of older progress that still waits. */
  void progress(Object call, byte[] message) {
    connection().progress(call, message);
  }
}
