package dev.belay.testbed.net;

import dev.belay.core.time.Time;
import java.io.IOException;
import java.net.Socket;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Forwards the bytes of one direction of one connection, as the weather allows. */
final class Pump {
  private static final int PIECE = 16 * 1024;
  private static final int SLOW_PIECES_PER_SECOND = 20;

  private final FaultyLink link;
  private final Crossing crossing;
  private final Direction direction;
  private final Socket from;
  private final Socket to;
  private final Thread thread;
  // Used by the pump's own thread alone: the cut being counted, and its remaining bytes.
  private @Nullable LinkFault counted;
  private long leftToCut;

  Pump(
      FaultyLink link,
      Crossing crossing,
      Direction direction,
      Socket from,
      Socket to,
      String name) {
    this.link = link;
    this.crossing = crossing;
    this.direction = direction;
    this.from = from;
    this.to = to;
    thread = Thread.ofPlatform().daemon().name(name).unstarted(this::run);
  }

  void start() {
    thread.start();
  }

  void stop() {
    thread.interrupt();
  }

  void join() {
    Joining.uninterruptibly(thread);
  }

  private void run() {
    try {
      carry();
      Sockets.endOutput(to);
    } catch (InterruptedException _) {
      // The connection was reset.
    } catch (IOException _) {
      // An abnormal end is forwarded as one.
      crossing.reset();
    } finally {
      crossing.pumpEnded();
    }
  }

  private void carry() throws IOException, InterruptedException {
    var in = from.getInputStream();
    var buffer = new byte[PIECE];
    for (; ; ) {
      // Waits before it reads, so that the sender's buffers fill up, and again before it
      // forwards.
      awaitLetUp();
      var length = in.read(buffer, 0, Math.min(PIECE, pieceNow()));
      awaitLetUp();
      if (length < 0) {
        return;
      }
      pass(buffer, length);
    }
  }

  private void pass(byte[] buffer, int length) throws IOException, InterruptedException {
    var out = to.getOutputStream();
    for (var done = 0; done < length; ) {
      awaitLetUp();
      var weather = link.weather(direction);
      var piece = Math.min(length - done, piece(weather));
      if (piece == 0) {
        crossing.reset();
        return;
      }
      out.write(buffer, done, piece);
      done += piece;
      after(weather, piece);
    }
  }

  private void after(LinkFault weather, int piece) throws InterruptedException {
    switch (weather) {
      case LinkFault.Clear(), LinkFault.Stalled() -> {}
      case LinkFault.Slow(var rate) ->
          Time.system().sleep(Duration.ofNanos(piece * 1_000_000_000L / rate));
      case LinkFault.Cut(_) -> leftToCut -= piece;
    }
  }

  private int pieceNow() {
    return Math.max(1, piece(link.weather(direction)));
  }

  // A cut that is set again counts anew, even an equal one.
  @SuppressWarnings("ReferenceEquality")
  private int piece(LinkFault weather) {
    return switch (weather) {
      case LinkFault.Clear(), LinkFault.Stalled() -> PIECE;
      case LinkFault.Slow(var rate) ->
          (int) Math.clamp(rate / SLOW_PIECES_PER_SECOND, 1, (long) PIECE);
      case LinkFault.Cut cut -> {
        if (counted != cut) {
          counted = cut;
          leftToCut = cut.bytes();
        }
        yield (int) Math.clamp(leftToCut, 0, (long) PIECE);
      }
    };
  }

  private void awaitLetUp() throws InterruptedException {
    link.watch.until(
        () -> crossing.isOver() || !(link.weather(direction) instanceof LinkFault.Stalled));
    if (crossing.isOver()) {
      throw new InterruptedException("the connection was reset");
    }
  }
}
