package dev.belay.mcp.stdio;

import dev.belay.mcp.intake.Intake;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.List;
import java.util.concurrent.CompletionStage;

/**
 * A connection to one peer over two pipes, one message per line (MCP 2025-11-25 §stdio).
 *
 * <p>Two platform threads, since a virtual thread blocked on a pipe holds its carrier: {@code
 * belay-<name>-reader} and {@code belay-<name>-writer}. Sending never blocks. Safe for use by many
 * threads.
 */
public final class StdioConnection {
  private final StdioHandler handler;
  private final LineReader reader;
  private final LineWriter writer;
  private final Thread readerThread;

  /** Prepares a connection; nothing is read or written before {@link #start}. */
  public StdioConnection(
      String name, InputStream in, OutputStream out, StdioBounds bounds, StdioHandler handler) {
    this.handler = handler;
    var intake = Intake.ofHeap(name);
    this.reader = new LineReader(in, bounds.line(), intake, handler);
    this.writer = new LineWriter("belay-" + name + "-writer", out, bounds, intake, handler);
    this.readerThread =
        Thread.ofPlatform().daemon().name("belay-" + name + "-reader").unstarted(this::read);
  }

  /** Starts reading and writing; call it once. */
  public void start() {
    writer.start();
    readerThread.start();
  }

  /** Sends the answer to a request: always accepted unless the connection is closed or broken. */
  public boolean answer(byte[] message) {
    return writer.outbox().answer(message);
  }

  /** Sends a request or a notification; false if it is refused because the peer does not read. */
  public boolean send(byte[] message) {
    return writer.outbox().request(message);
  }

  /**
   * Sends progress of {@code call}; false if it is dropped because the peer does not read.
   *
   * <p>Waiting progress of the same call is replaced in its place, so progress sent before the
   * call's answer never comes after it.
   */
  public boolean progress(Object call, byte[] message) {
    return writer.outbox().progress(call, message);
  }

  /**
   * {@return the unread bytes as a multiple of the room for them}
   *
   * <p>More than one only because of answers, which are always accepted: a reader of requests
   * checks this first.
   */
  public long fill() {
    return writer.outbox().fill();
  }

  /**
   * Refuses further messages; waiting ones are written and the outgoing stream closed.
   *
   * <p>Reading goes on to the peer's own end. Never blocks; a peer that does not read delays {@link
   * #written} for as long.
   */
  public void closeOutput() {
    writer.outbox().close();
  }

  /** Refuses further messages; returns those that were not written. */
  public List<byte[]> abandonOutput() {
    return writer.outbox().abandon();
  }

  /** {@return true once nothing more can be sent, whether or not the peer reads} */
  public boolean isClosed() {
    return writer.outbox().isClosed();
  }

  /**
   * {@return a stage that completes when all is written, or nothing can be, and the stream is
   * closed}
   */
  public CompletionStage<Void> written() {
    return writer.ended();
  }

  private void read() {
    StdioEnd end;
    try {
      end = reader.run();
    } catch (RuntimeException | Error e) {
      end = new StdioEnd.HandlerFailed(e);
    }
    handler.onEnd(end);
  }
}
