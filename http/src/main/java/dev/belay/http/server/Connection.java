package dev.belay.http.server;

import dev.belay.http.route.Header;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelOption;
import io.netty.channel.socket.DuplexChannel;
import io.netty.util.concurrent.EventExecutor;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;

/**
 * One client's connection: requests in, one at a time to the routes, answers out in the same order.
 *
 * <p>Reading goes on while a request runs, so a client that leaves is seen within milliseconds,
 * whatever runs (P8); what it sends meanwhile waits unread, up to a bound. It pauses only while it
 * is being found out who is behind a request whose body is already there.
 *
 * <p>Long because it is one state machine: reading, answering, streaming and leaving each depend on
 * where the others are.
 *
 * <p>Concurrency: everything here runs on the connection's own event loop, but {@link #onLoop},
 * which brings it there.
 */
final class Connection extends ChannelInboundHandlerAdapter {
  private static final Refusal SLOW = Refusal.of(408, "the request came too slowly");
  private static final Refusal FULL =
      Refusal.later(503, "too many connections are open; try again");
  private static final Refusal IMPATIENT =
      Refusal.later(429, "too much waits unread on this connection; wait for the answers");
  private static final byte[] NO_BODY = {};

  /** What the head of a vital request may take uncounted: more than any probe sends. */
  private static final long SMALL_HEAD = 4 << 10;

  private final Serving serving;
  private final Channel channel;
  private final EventExecutor loop;
  private final String peer;
  private final RequestReader reader;
  private final Pace pace;
  private final Outflow outflow;

  /** What has come and is no request yet. */
  private final Claim input;

  private Census.Place place = Census.Place.NONE;
  private @Nullable ByteBuf rest;
  private @Nullable Exchange current;
  private @Nullable Events events;

  /** What is answered after the current request, as the last. */
  private @Nullable Refusal last;

  /** Nothing that comes is read as a request any more. */
  private boolean isDeaf;

  /** The last answer is out; the client is to close. */
  private boolean isLeaving;

  private final long joinedAt;
  private long leftAt;
  private long lastEvent;

  Connection(Serving serving, Channel channel, InetSocketAddress remote) {
    long now = serving.time().nanos();
    this.serving = serving;
    this.channel = channel;
    this.loop = channel.eventLoop();
    this.peer = serving.peers().of(remote);
    this.reader =
        new RequestReader(serving.bounds().size(), serving.guard(), serving.peers(), remote);
    this.pace = new Pace(serving.bounds().patience(), now);
    this.outflow = new Outflow(channel, now);
    this.input = new Claim(serving.memory(), "peer " + peer);
    this.joinedAt = now;
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
    place = serving.census().joined(this, peer);
    if (place == Census.Place.NONE) {
      var _ = channel.close();
    }
  }

  @Override
  public void channelRead(ChannelHandlerContext context, Object message) {
    var in = (ByteBuf) message;
    if (isDeaf) {
      in.release();
    } else {
      ByteBuf before = rest;
      rest = null;
      read(before == null ? in : joined(before, in));
    }
  }

  private static ByteBuf joined(ByteBuf before, ByteBuf after) {
    try {
      return before.writeBytes(after);
    } finally {
      after.release();
    }
  }

  /** Reads on in what has come before. */
  private void readOn() {
    ByteBuf before = rest;
    rest = null;
    read(before == null ? Unpooled.EMPTY_BUFFER : before);
  }

  private void read(ByteBuf in) {
    try {
      Arrival arrival = next(in);
      while (arrival != null) {
        arrived(arrival);
        arrival = next(in);
      }
      if (!isDeaf && in.isReadable()) {
        rest = channel.alloc().buffer(in.readableBytes()).writeBytes(in);
      }
    } finally {
      in.release();
    }
    if (!isDeaf) {
      sayContinue();
      pace.heard(serving.time().nanos(), reader.progress(rest != null));
      count();
    }
  }

  /** One request after the other: what follows the one that runs is left unread. */
  private @Nullable Arrival next(ByteBuf in) {
    Exchange running = current;
    if (isDeaf) {
      return null;
    }
    if (running == null) {
      return reader.head(in);
    }
    return running.isReading() ? reader.body(in, running.claim(), running.isAdmitted()) : null;
  }

  private void arrived(Arrival arrival) {
    switch (arrival) {
      case Arrival.Refused(var refusal) -> refuse(refusal);
      case Arrival.Opened opened -> opened(opened);
      case Arrival.Completed(var body) -> {
        if (current != null) {
          completed(current, body);
        }
      }
    }
  }

  private void opened(Arrival.Opened opened) {
    if (place != Census.Place.SEAT && !serving.vital().contains(opened.head().path())) {
      refuse(FULL);
      return;
    }
    var exchange = new Exchange(this, serving, opened);
    boolean isFree = exchange.isVital() && opened.held() <= SMALL_HEAD;
    if (!isFree && !exchange.claim().add(opened.held())) {
      refuse(Refusal.CROWDED);
      return;
    }
    current = exchange;
    if (opened.isWhole()) {
      completed(exchange, NO_BODY);
    }
    if (current != null) {
      exchange.start();
    }
  }

  private void completed(Exchange exchange, byte[] body) {
    isDeaf = !exchange.arrival().keepAlive();
    if (serving.census().isEnding()) {
      refuse(Exchange.ENDING);
    } else {
      exchange.begin(body);
    }
  }

  /** Counts what waits unread, and bounds it. */
  private void count() {
    long waiting = rest == null ? 0 : rest.readableBytes();
    boolean isTooMuch = waiting > serving.bounds().size().pipelinedBytes();
    if (!input.set((rest == null ? 0 : rest.capacity()) + reader.held())) {
      refuseInTurn(Refusal.CROWDED);
    } else if (current != null && isTooMuch) {
      if (current.isReading()) {
        channel.config().setAutoRead(false);
      } else {
        refuseInTurn(IMPATIENT);
      }
    }
  }

  /** It is known who is behind that request: now its body is waited for. */
  void admitted(Exchange exchange) {
    if (exchange == current && exchange.isReading()) {
      exchange.admit();
      pace.restart(serving.time().nanos());
      channel.config().setAutoRead(true);
      readOn();
    }
  }

  private void refuseInTurn(Refusal refusal) {
    if (current == null || current.isReading()) {
      refuse(refusal);
    } else {
      last = refusal;
      isDeaf = true;
      forgetInput();
    }
  }

  /** Answers, and reads nothing more: what follows cannot be trusted, or is not waited for. */
  private void refuse(Refusal refusal) {
    isDeaf = true;
    forgetInput();
    Exchange unread = current;
    current = null;
    if (unread != null) {
      unread.withdraw();
    }
    serving
        .answers()
        .whole(
            outflow,
            refusal.status(),
            refusal.headers(),
            Body.of(refusal.body()),
            /* bodiless= */ false,
            /* close= */ true);
    outflow.flush(this::leave);
  }

  /** Writes the whole answer of an exchange. */
  void answer(Exchange exchange, int status, List<Header> headers, Body body) {
    if (exchange != current) {
      return;
    }
    if (!exchange.isVital() && !exchange.claim().add(Answers.held(body))) {
      refuse(Refusal.CROWDED);
      return;
    }
    boolean close = isLast(exchange);
    serving.answers().whole(outflow, status, headers, body, exchange.isHead(), close);
    outflow.flush(() -> answered(exchange, close));
  }

  /** Writes the head of a stream. */
  void begin(Exchange exchange, List<Header> headers, Events stream) {
    if (exchange != current) {
      stream.gone();
      return;
    }
    boolean close = isLast(exchange);
    boolean chunks = exchange.arrival().chunks();
    serving.answers().begin(outflow, headers, chunks, close);
    lastEvent = serving.time().nanos();
    if (exchange.isHead()) {
      stream.gone();
      outflow.flush(() -> answered(exchange, close));
      return;
    }
    events = stream;
    outflow.flush(() -> {});
  }

  /** Writes what waits of a stream. */
  void flush(Exchange exchange, Events stream) {
    if (exchange != current || stream != events) {
      return;
    }
    Events.Batch batch = stream.take();
    boolean chunks = exchange.arrival().chunks();
    lastEvent = serving.time().nanos();
    Answers.events(outflow, batch, chunks);
    if (batch.isLast()) {
      events = null;
      boolean close = isLast(exchange);
      outflow.flush(() -> answered(exchange, close));
    } else {
      outflow.flush(() -> stream.written(batch));
    }
  }

  private boolean isLast(Exchange exchange) {
    return !exchange.arrival().keepAlive()
        || exchange.isReading()
        || place != Census.Place.SEAT
        || serving.census().isEnding();
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
    if (last != null) {
      refuse(last);
      return;
    }
    pace.restart(serving.time().nanos());
    readOn();
  }

  /** A word to a client that waits for it before its body, which it may send now. */
  private void sayContinue() {
    if (current != null && current.isAdmitted() && reader.takeWantsContinue()) {
      outflow.write(Unpooled.wrappedBuffer(Answers.CONTINUE));
      outflow.flush(() -> {});
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
    channel.config().setAutoRead(true);
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
    boolean isAwaited =
        !isDeaf && (current == null || (current.isReading() && current.isAdmitted()));
    if (stalled || !isAwaited) {
      pace.restart(now);
    }
    if (stalled) {
      outflow.restart(now);
      leftAt = now;
    }
    if (outflow.isStuck(patience.write(), now)) {
      drop();
    } else if (isLeaving) {
      if (now - leftAt >= patience.linger().toNanos()) {
        var _ = channel.close();
      }
    } else if (isAwaited) {
      judge(now);
    } else if (events != null && now - lastEvent >= patience.comment().toNanos()) {
      events.comment();
    }
  }

  private void judge(long now) {
    switch (pace.judge(now, reader.bodyBytes())) {
      case FINE -> {
        if (place != Census.Place.SEAT
            && now - joinedAt >= serving.bounds().patience().head().toNanos()) {
          leave();
        }
      }
      case SLOW -> refuse(SLOW);
      case IDLE -> leave();
    }
  }

  @Override
  public void channelWritabilityChanged(ChannelHandlerContext context) {
    outflow.pump();
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
    input.close();
    outflow.release();
    if (events != null) {
      events.gone();
      events = null;
    }
    Exchange running = current;
    current = null;
    serving.census().left(this, peer, place);
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
    var _ = input.set(0);
  }
}
