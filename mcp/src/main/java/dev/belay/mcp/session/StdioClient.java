package dev.belay.mcp.session;

import dev.belay.mcp.stdio.StdioBounds;
import dev.belay.mcp.stdio.StdioConnection;
import dev.belay.mcp.stdio.StdioEnd;
import dev.belay.mcp.stdio.StdioHandler;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/**
 * The client at the other end of two pipes: one conversation, from its first line to its last (MCP
 * 2025-11-25 §stdio, 2026-07-28 §stdio).
 *
 * <p>Lines that are not messages are answered here, and so are requests that must be refused: with
 * an id already in use, too many at once, or from a client that reads no answers. Safe for use by
 * many threads.
 */
public final class StdioClient implements ClientLink {
  // Multiple of the connection's room: more than any client that reads at all leaves unread.
  private static final int FLOODED = 10;

  private final String name;
  private final StdioBounds bounds;
  private final Consumer<String> report;
  private final StdioConnection connection;
  private final Conversation conversation;
  private final StdioInbox inbox;
  private final CompletableFuture<Void> ended = new CompletableFuture<>();
  private final AtomicBoolean isEnding = new AtomicBoolean();

  /**
   * Opens a conversation with {@code host}; nothing is read before {@link #start}.
   *
   * @param name the name of the client, for its threads and its link
   * @param report receives messages for people
   */
  public StdioClient(
      String name,
      InputStream in,
      OutputStream out,
      StdioBounds bounds,
      SessionFactory host,
      Consumer<String> report) {
    this.name = name;
    this.bounds = bounds;
    this.report = report;
    this.connection = new StdioConnection(name, in, out, bounds, new Lines());
    this.conversation = host.open(this);
    this.inbox = new StdioInbox(connection, conversation, report);
  }

  /** Starts reading; call it once. */
  public void start() {
    connection.start();
  }

  /** {@return a stage that completes once the client has left, and its conversation is closed} */
  public CompletionStage<Void> ended() {
    return ended.minimalCompletionStage();
  }

  /** Refuses further messages. The stage completes when all waiting ones are written. */
  public CompletionStage<Void> finish() {
    connection.closeOutput();
    return connection.written();
  }

  @Override
  public String principal() {
    return "local";
  }

  @Override
  public String id() {
    return name;
  }

  @Override
  public boolean tell(byte[] message) {
    return connection.send(message);
  }

  private void end() {
    if (isEnding.compareAndSet(false, true)) {
      conversation.close();
      ended.complete(null);
    }
  }

  /** Handles the events of the connection. */
  private final class Lines implements StdioHandler {
    @Override
    public void onMessage(byte[] line) {
      if (isEnding.get()) {
        // Cut off: further input is ignored.
        return;
      }
      if (connection.fill() < FLOODED) {
        inbox.line(line);
      } else {
        report.accept("The client reads nothing of what it is sent, and sends on: it is cut off.");
        end();
      }
    }

    @Override
    public void onOversized(String start) {
      inbox.refuse(
          "A line was longer than "
              + bounds.line()
              + " bytes (mcp.max_line_bytes) and was skipped. It began: "
              + start);
    }

    @Override
    public void onCrowdedOut(String start) {
      inbox.refuse(
          "There is no memory for a line, since too much comes in at once; it was skipped. It"
              + " began: "
              + start);
    }

    @Override
    public void onEnd(StdioEnd end) {
      switch (end) {
        case StdioEnd.Closed _ -> {}
        case StdioEnd.Unfinished(long bytes, String start) ->
            report.accept(
                "The client left in the middle of a line, after " + bytes + " bytes: " + start);
        case StdioEnd.Broken(IOException cause) ->
            report.accept("Reading from the client failed: " + cause.getMessage());
        case StdioEnd.HandlerFailed(Throwable cause) ->
            report.accept("A defect in Belay ended the conversation: " + cause);
      }
      end();
    }

    @Override
    public void onWriteFailed(IOException cause) {
      // The client no longer reads and never will: it is gone, even if it still sends.
      end();
    }
  }
}
