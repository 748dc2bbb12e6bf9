package dev.belay.http.server;

import dev.belay.http.route.Header;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelOption;
import io.netty.channel.socket.DuplexChannel;
import io.netty.util.concurrent.EventExecutor;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;

/**
 * One client's connection: requests in, one at a time to the routes, answers out in the same order.
 *
 * <p>Reading is never switched off, so a client that leaves is seen within milliseconds, whatever
 * runs (P8); what it sends meanwhile waits, up to a bound.
 *
 * <p>Long because it is one state machine: reading, answering, streaming and leaving each depend on
 * where the others are.
 *
 * <p>Concurrency: everything here runs on the connection's own event loop, but {@link #onLoop},
 * which brings it there.
 */
final class Connection extends ChannelInboundHandlerAdapter {
  private static final Refusal SLOW = Refusal.of(408, "the request came too slowly");
  private static final Refusal CROWDED =
      Refusal.later(503, "too many connections are open; try again");
  private static final Refusal IMPATIENT =
      Refusal.later(429, "too many requests wait on this connection; wait for the answers");

  private final Serving serving;
  private final Channel channel;
  private final EventExecutor loop;
  private final RequestReader reader;
  private final Pace pace;
  private final Outflow outflow;
  private final Backlog backlog;
  private @Nullable ByteBuf rest;
  private @Nullable Exchange current;
  private @Nullable Events events;

  /** Nothing that comes is read as a request any more. */
  private boolean isDeaf;

  /** The last answer is out; the client is to close. */
  private boolean isLeaving;

  private long leftAt;
  private long lastEvent;

  Connection(Serving serving, Channel channel, String peer) {
    long now = serving.time().nanos();
    this.serving = serving;
    this.channel = channel;
    this.loop = channel.eventLoop();
    this.reader =
        new RequestReader(
            serving.bounds().size(), serving.guard(), serving.census().bodies(), peer);
    this.backlog = new Backlog(serving.bounds().size());
    this.pace = new Pace(serving.bounds().patience(), now);
    this.outflow = new Outflow(now);
  }

  /** Has {@code task} run on the event loop; after the server's end it is forgotten. */
  void onLoop(Runnable task) {
    try {
      loop.execute(task);
    } catch (RejectedExecutionException e) {
      // The loop has ended and every connection with it: there is nobody to tell.
    }
  }

  boolean isOn(EventExecutor other) {
    return loop.equals(other);
  }

  @Override
  public void channelActive(ChannelHandlerContext context) {
    int open = serving.census().joined(this);
    int most = serving.bounds().connections();
    if (open > most + most / 8 + 16) {
      // So many that even saying no costs too much.
      var _ = channel.close();
    } else if (open > most) {
      begin(new Arrival.Refused(CROWDED));
    }
  }

  @Override
  public void channelRead(ChannelHandlerContext context, Object message) {
    var in = (ByteBuf) message;
    if (isDeaf) {
      in.release();
      return;
    }
    ByteBuf all = rest == null ? in : joined(rest, in);
    rest = null;
    try {
      read(all);
      if (!isDeaf && all.isReadable()) {
        rest = channel.alloc().buffer(all.readableBytes()).writeBytes(all);
      }
    } finally {
      all.release();
    }
    if (!isDeaf) {
      pace.heard(serving.time().nanos(), reader.progress(rest != null));
    }
  }

  private static ByteBuf joined(ByteBuf before, ByteBuf after) {
    try {
      return before.writeBytes(after);
    } finally {
      after.release();
    }
  }

  private void read(ByteBuf in) {
    while (!isDeaf) {
      Arrival arrival = reader.next(in);
      if (arrival == null) {
        break;
      }
      arrived(arrival);
    }
    sayContinue();
  }

  private void arrived(Arrival arrival) {
    Arrival next = arrival;
    switch (arrival) {
      case Arrival.Refused _ -> isDeaf = true;
      case Arrival.Whole whole -> {
        isDeaf = !whole.keepAlive();
        pace.restart(serving.time().nanos());
        if (!backlog.fits(whole)) {
          next = new Arrival.Refused(IMPATIENT);
          isDeaf = true;
        }
      }
    }
    if (current == null && backlog.isEmpty()) {
      begin(next);
    } else {
      backlog.add(next);
    }
  }

  private void begin(Arrival arrival) {
    switch (arrival) {
      case Arrival.Refused(Refusal refusal) -> refuse(refusal);
      case Arrival.Whole whole -> {
        if (serving.census().isEnding()) {
          refuse(Exchange.ENDING);
          return;
        }
        var exchange = new Exchange(this, serving, whole);
        current = exchange;
        serving.census().begun();
        exchange.start();
      }
    }
  }

  /** Answers, and reads nothing more: what follows cannot be trusted, or is not waited for. */
  private void refuse(Refusal refusal) {
    isDeaf = true;
    forgetInput();
    backlog.clear();
    ByteBuf out =
        serving
            .answers()
            .whole(
                channel.alloc(),
                refusal.status(),
                refusal.headers(),
                Body.of(refusal.body()),
                /* bodiless= */ false,
                /* close= */ true);
    after(channel.writeAndFlush(out), this::leave);
  }

  /** Writes the whole answer of an exchange. */
  void answer(Exchange exchange, int status, List<Header> headers, Body body) {
    if (exchange != current) {
      return;
    }
    boolean close = isLast(exchange);
    ByteBuf out =
        serving.answers().whole(channel.alloc(), status, headers, body, exchange.isHead(), close);
    after(channel.writeAndFlush(out), () -> answered(exchange, close));
  }

  /** Writes the head of a stream. */
  void begin(Exchange exchange, List<Header> headers, Events stream) {
    if (exchange != current) {
      stream.gone();
      return;
    }
    boolean close = isLast(exchange);
    boolean chunks = exchange.arrival().chunks();
    ByteBuf out = serving.answers().begin(channel.alloc(), headers, chunks, close);
    lastEvent = serving.time().nanos();
    if (exchange.isHead()) {
      stream.gone();
      after(channel.writeAndFlush(out), () -> answered(exchange, close));
      return;
    }
    events = stream;
    after(channel.writeAndFlush(out), () -> {});
  }

  /** Writes what waits of a stream. */
  void flush(Exchange exchange, Events stream) {
    if (exchange != current || stream != events) {
      return;
    }
    Events.Batch batch = stream.take();
    boolean chunks = exchange.arrival().chunks();
    lastEvent = serving.time().nanos();
    ChannelFuture written = channel.writeAndFlush(Answers.events(channel.alloc(), batch, chunks));
    after(written, () -> stream.written(batch));
    if (batch.isLast()) {
      events = null;
      boolean close = isLast(exchange);
      after(written, () -> answered(exchange, close));
    }
  }

  private boolean isLast(Exchange exchange) {
    return !exchange.arrival().keepAlive() || serving.census().isEnding();
  }

  private void answered(Exchange exchange, boolean close) {
    if (exchange != current) {
      // The connection ended between this write and the word of it; that was told then.
      return;
    }
    current = null;
    events = null;
    exchange.complete();
    if (close) {
      leave();
      return;
    }
    Arrival next = backlog.poll();
    if (next != null) {
      begin(next);
      return;
    }
    pace.restart(serving.time().nanos());
    sayContinue();
  }

  /** A word to a client that waits for it before its body; in its turn, after older answers. */
  private void sayContinue() {
    if (current == null && !isDeaf && reader.takeWantsContinue()) {
      var _ = channel.writeAndFlush(Unpooled.wrappedBuffer(Answers.CONTINUE));
    }
  }

  /**
   * Closes our side and waits for the client to close its own: closing both at once would reset the
   * connection where bytes of it are still unread, and the answer could be lost with them.
   */
  private void leave() {
    isDeaf = true;
    isLeaving = true;
    forgetInput();
    backlog.clear();
    leftAt = serving.time().nanos();
    if (channel instanceof DuplexChannel duplex) {
      var _ = duplex.shutdownOutput();
    }
  }

  /** Ends the connection at once, and what the network still holds for the client with it. */
  void drop() {
    var _ = channel.config().setOption(ChannelOption.SO_LINGER, 0);
    var _ = channel.close();
  }

  /** Looks at what only the clock can tell; {@code stalled} if nothing ran for a while. */
  void sweep(long now, boolean stalled) {
    Patience patience = serving.bounds().patience();
    if (stalled || current != null) {
      pace.restart(now);
    }
    if (stalled) {
      outflow.restart(now);
      leftAt = now;
    }
    if (outflow.isStuck(channel.unsafe().outboundBuffer(), patience.write(), now)) {
      drop();
    } else if (isLeaving) {
      if (now - leftAt >= patience.linger().toNanos()) {
        var _ = channel.close();
      }
    } else if (current == null && !isDeaf) {
      judge(now);
    } else if (events != null && now - lastEvent >= patience.comment().toNanos()) {
      events.comment();
    }
  }

  private void judge(long now) {
    switch (pace.judge(now, reader.bodyBytes())) {
      case FINE -> {}
      case SLOW -> refuse(SLOW);
      case IDLE -> leave();
    }
  }

  /** The server takes no more: a connection on which nothing happens ends here. */
  void endIfIdle() {
    if (current == null
        && !isDeaf
        && reader.progress(rest != null) == RequestReader.Progress.NOTHING) {
      leave();
    }
  }

  /**
   * The server ends: what still runs is answered, or its stream ended, and the connection closed.
   */
  void end() {
    Exchange running = current;
    if (running != null) {
      if (running.abandon()) {
        Refusal ending = Exchange.ENDING;
        answer(running, ending.status(), ending.headers(), Body.of(ending.body()));
      } else if (events != null) {
        events.end();
        flush(running, events);
      }
    }
    var _ = channel.close();
  }

  @Override
  public void channelInactive(ChannelHandlerContext context) {
    isDeaf = true;
    forgetInput();
    backlog.clear();
    if (events != null) {
      events.gone();
      events = null;
    }
    Exchange running = current;
    current = null;
    serving.census().left(this);
    if (running != null) {
      running.gone();
    }
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
    if (!(cause instanceof IOException)) {
      serving.report().accept("a connection failed: " + cause);
    }
    drop();
  }

  private void forgetInput() {
    reader.release();
    if (rest != null) {
      rest.release();
      rest = null;
    }
  }

  /** What follows a write that got through; where it did not, the connection is closing. */
  private static void after(ChannelFuture written, Runnable then) {
    var _ =
        written.addListener(future -> {
          if (future.isSuccess()) {
            then.run();
          }
        });
  }
}
