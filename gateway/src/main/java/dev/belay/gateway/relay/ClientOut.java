package dev.belay.gateway.relay;

import dev.belay.mcp.envelope.ErrorCode;
import dev.belay.mcp.envelope.Messages;
import dev.belay.mcp.envelope.RequestId;
import dev.belay.mcp.session.ClientLink;
import dev.belay.mcp.session.ReplyTo;
import dev.belay.mcp.stdio.StdioConnection;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** What goes to a client over its one pipe. Never blocks; safe for use by many threads. */
final class ClientOut implements ClientLink {
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
  public String principal() {
    return "local";
  }

  @Override
  public String id() {
    return "stdio";
  }

  /** Sends a request or notification; false if the client does not read. */
  @Override
  public boolean tell(byte[] message) {
    return connection().send(message);
  }

  /** Sends what answers no request that could be read, or answers it in few words. */
  void refuse(byte[] error) {
    connection().answer(error);
  }

  /** {@return true while the client leaves so much unread that it may ask for no more} */
  boolean isStuck() {
    return connection().fill() >= STUCK;
  }

  /** {@return true where it leaves unread even that it was refused: it does not read at all} */
  boolean isFlooded() {
    return connection().fill() >= FLOODED;
  }

  /** {@return where the answer to the request of that id goes; null if its id could not be read} */
  ReplyTo replyTo(@Nullable RequestId id) {
    return new Reply(id);
  }

  private final class Reply implements ReplyTo {
    private final @Nullable RequestId id;

    Reply(@Nullable RequestId id) {
      this.id = id;
    }

    @Override
    public void send(byte[] response) {
      connection().answer(fitting(response));
    }

    /** An error in the place of an answer that would only fill the memory. */
    private byte[] fitting(byte[] response) {
      return response.length <= SMALL || connection().fill() < OVERFULL
          ? response
          : Messages.error(
              id,
              ErrorCode.INTERNAL_ERROR,
              "The answer of "
                  + response.length
                  + " bytes was dropped: too many answers wait to be read.");
    }

    @Override
    public void nothing() {
      // Alone in its line, a request without an answer leaves no trace.
    }

    @Override
    public boolean tell(byte[] message) {
      return connection().send(message);
    }

    @Override
    public void progress(Object author, byte[] message) {
      connection().progress(author, message);
    }
  }
}
