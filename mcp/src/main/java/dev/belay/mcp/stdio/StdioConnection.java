package dev.belay.mcp.stdio;

import dev.belay.mcp.intake.Intake;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.List;
import java.util.concurrent.CompletionStage;

/**
 * Messages to and from one peer over two pipes, one line each (MCP 2025-11-25 §stdio).
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

  /** Sends the answer to a request: always taken, but by a closed or broken connection. */
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
   * <p>Progress of the same call that still waits is replaced in its place, so it never comes after
   * the call's answer if it was sent before it.
   */
  public boolean progress(Object call, byte[] message) {
    return writer.outbox().progress(call, message);
  }

  /**
   * {@return how many times the room for bytes is taken by what waits unread}
   *
   * <p>More than once only by answers, since they are always taken: whoever takes on what is to be
   * answered looks here first.
   */
  public long fill() {
    return writer.outbox().fill();
  }

  /**
   * Takes nothing more to send; what waits is written and the outgoing stream closed.
   *
   * <p>Reading goes on to the peer's own end. Never blocks; a peer that does not read delays {@link
   * #written} for as long.
   */
  public void closeOutput() {
    writer.outbox().close();
  }

  /** Takes nothing more to send; returns what has waited in vain. */
  public List<byte[]> abandonOutput() {
    return writer.outbox().abandon();
  }

  /** {@return true once nothing more can be sent, whether or not the peer reads} */
  public boolean isClosed() {
    return writer.outbox().isClosed();
  }

  /** {@return completed when all is written, or nothing can be, and the stream is closed} */
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
