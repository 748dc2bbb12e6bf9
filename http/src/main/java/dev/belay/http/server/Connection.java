package dev.belay.http.server;

import dev.belay.http.route.Header;
import dev.belay.http.server.HttpServer.ServerContext;
import dev.belay.http.server.RequestReader.Arrival;
import dev.belay.http.server.ResponseWriter.Body;
import dev.belay.http.server.ServerBounds.Patience;
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
 * One client connection: passes requests to the routes one at a time, and writes the answers in the
 * same order.
 *
 * <p>Reading goes on while a request runs, so a client's departure is noticed within milliseconds
 * (P8). Pipelined requests wait unparsed, up to a bound. Reading pauses only while access is
 * decided for a request whose body has already come.
 *
 * <p>Long because it is one state machine: the transitions of reading, answering, streaming and
 * leaving depend on each other.
 *
 * <p>Concurrency: confined to the connection's event loop, except {@link #onLoop}.
 */
final class Connection extends ChannelInboundHandlerAdapter {
  private static final Refusal SLOW = Refusal.of(408, "the request came too slowly");
  private static final Refusal FULL =
      Refusal.later(503, "too many connections are open; try again");
  private static final Refusal IMPATIENT =
      Refusal.later(429, "too much waits unread on this connection; wait for the answers");
  private static final byte[] NO_BODY = {};

  /** The size up to which the head of a vital request is not charged: more than any probe sends. */
  private static final long SMALL_HEAD = 4 << 10;

  private final ServerContext serving;
  private final Channel channel;
  private final EventExecutor loop;
  private final String peer;
  private final RequestReader reader;
  private final ReadPace pace;
  private final Outflow outflow;

  /** The memory charged for input that is not yet part of a request. */
  private final Claim input;

  private ConnectionRegistry.Place place = ConnectionRegistry.Place.NONE;
  private @Nullable ByteBuf rest;
  private @Nullable HttpExchange current;
  private @Nullable EventOutput events;

  /** The final refusal, sent after the answer to the current request. */
  private @Nullable Refusal last;

  /** Further input is discarded. */
  private boolean isDeaf;

  /** The last answer has been sent; the client is expected to close. */
  private boolean isLeaving;

  private final long joinedAt;
  private long leftAt;
  private long lastEvent;

  Connection(ServerContext serving, Channel channel, InetSocketAddress remote) {
    long now = serving.time().nanos();
    this.serving = serving;
    this.channel = channel;
    this.loop = channel.eventLoop();
    this.peer = serving.peers().of(remote);
    this.reader =
        new RequestReader(serving.bounds().size(), serving.guard(), serving.peers(), remote);
    this.pace = new ReadPace(serving.bounds().patience(), now);
    this.outflow = new Outflow(channel, now);
    this.input = new Claim(serving.memory(), "peer " + peer);
    this.joinedAt = now;
  }

  /** Runs {@code task} on the event loop; after the end of the server it is dropped. */
  void onLoop(Runnable task) {
    try {
      loop.execute(task);
    } catch (RejectedExecutionException e) {
      // The loop has ended, and this connection with it.
    }
  }

  boolean isOn(EventExecutor other) {
    return loop.equals(other);
  }

  @Override
  public void channelActive(ChannelHandlerContext context) {
    place = serving.registry().joined(this, peer);
    if (place == ConnectionRegistry.Place.NONE) {
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

  /** Continues to parse the bytes received before. */
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

  /** Parses the next part of the current request; pipelined requests stay unparsed. */
  private @Nullable Arrival next(ByteBuf in) {
    HttpExchange running = current;
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
    if (place != ConnectionRegistry.Place.SEAT && !serving.vital().contains(opened.head().path())) {
      refuse(FULL);
      return;
    }
    var exchange = new HttpExchange(this, serving, opened);
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

  private void completed(HttpExchange exchange, byte[] body) {
    isDeaf = !exchange.arrival().keepAlive();
    if (serving.registry().isEnding()) {
      refuse(HttpExchange.ENDING);
    } else {
      exchange.begin(body);
    }
  }

  /** Charges and bounds the unparsed input. */
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

  /** Continues with the body of a request to which access was granted. */
  void admitted(HttpExchange exchange) {
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

  /** Answers, and discards all further input, which cannot be trusted or is not awaited. */
  private void refuse(Refusal refusal) {
    isDeaf = true;
    forgetInput();
    HttpExchange unread = current;
    current = null;
    if (unread != null) {
      unread.gone();
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
  void answer(HttpExchange exchange, int status, List<Header> headers, Body body) {
    if (exchange != current) {
      return;
    }
    if (!exchange.isVital() && !exchange.claim().add(ResponseWriter.held(body))) {
      refuse(Refusal.CROWDED);
      return;
    }
    boolean close = isLast(exchange);
    serving.answers().whole(outflow, status, headers, body, exchange.isHead(), close);
    outflow.flush(() -> answered(exchange, close));
  }

  /** Writes the head of a stream. */
  void begin(HttpExchange exchange, List<Header> headers, EventOutput stream) {
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

  /** Writes the queued events of a stream. */
  void flush(HttpExchange exchange, EventOutput stream) {
    if (exchange != current || stream != events) {
      return;
    }
    EventOutput.Batch batch = stream.take();
    boolean chunks = exchange.arrival().chunks();
    lastEvent = serving.time().nanos();
    ResponseWriter.events(outflow, batch, chunks);
    if (batch.isLast()) {
      events = null;
      boolean close = isLast(exchange);
      outflow.flush(() -> answered(exchange, close));
    } else {
      outflow.flush(() -> stream.written(batch));
    }
  }

  private boolean isLast(HttpExchange exchange) {
    return !exchange.arrival().keepAlive()
        || exchange.isReading()
        || place != ConnectionRegistry.Place.SEAT
        || serving.registry().isEnding();
  }

  private void answered(HttpExchange exchange, boolean close) {
    if (exchange != current) {
      // The connection ended between this write and its completion, which was reported then.
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

  /** Sends {@code 100 Continue} to a client that waits for it before sending its body. */
  private void sayContinue() {
    if (current != null && current.isAdmitted() && reader.takeWantsContinue()) {
      outflow.write(Unpooled.wrappedBuffer(ResponseWriter.CONTINUE));
      outflow.flush(() -> {});
    }
  }

  /**
   * Closes the sending side and waits for the client to close: closing both at once would reset the
   * connection while input is unread, and the answer could be lost.
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

  /** Resets the connection, discarding unsent output. */
  void drop() {
    var _ = channel.config().setOption(ChannelOption.SO_LINGER, 0);
    var _ = channel.close();
  }

  /**
   * Applies the time limits; {@code stalled} after a stall of this process, when no client is
   * judged.
   */
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
        if (place != ConnectionRegistry.Place.SEAT
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

  /** Ends an idle connection, since the server accepts no more requests. */
  void endIfIdle() {
    if (current == null
        && !isDeaf
        && reader.progress(rest != null) == RequestReader.Progress.NOTHING) {
      leave();
    }
  }

  /** Ends the connection with the server: the running request is answered, or its stream ended. */
  void end() {
    HttpExchange running = current;
    if (running != null) {
      if (running.abandon()) {
        Refusal ending = HttpExchange.ENDING;
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
    HttpExchange running = current;
    current = null;
    serving.registry().left(this, peer, place);
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
