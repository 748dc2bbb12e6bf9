package dev.belay.http.server;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.belay.http.route.Access;
import dev.belay.http.route.EventStreamResponse;
import dev.belay.http.route.Header;
import dev.belay.http.route.Request;
import dev.belay.http.route.Response;
import dev.belay.http.server.HttpServer.ServerContext;
import dev.belay.http.server.RequestReader.Arrival;
import dev.belay.http.server.ResponseWriter.Body;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * One request and its answer, from the end of its head on. Access is decided before the body is
 * awaited.
 *
 * <p>Concurrency: {@code lock} guards {@code state} and the actions; they run outside it. A route
 * may answer on any thread, and the first answer is taken; the connection's event loop writes it.
 * {@code bodyState} belongs to that loop.
 */
final class HttpExchange implements Response {
  private static final Refusal BROKEN =
      Refusal.of(500, "the server failed at this request; its log says why");
  static final Refusal ENDING =
      Refusal.later(503, "this server is shutting down; try again elsewhere or later");

  private enum State {
    UNANSWERED,
    ANSWERING,
    /** The last byte has been handed to the network. */
    COMPLETE,
    /** The client left, or the server ended the exchange, before that. */
    GONE
  }

  private enum BodyState {
    /** Read only if it has already come. */
    UNADMITTED,
    AWAITED,
    RECEIVED
  }

  private final Connection connection;
  private final ServerContext serving;
  private final Arrival.Opened arrival;
  private final Claim claim;
  private final Thread thread;
  private final CountDownLatch read = new CountDownLatch(1);
  private final ReentrantLock lock = new ReentrantLock();

  @GuardedBy("lock") private State state = State.UNANSWERED;

  @GuardedBy("lock") private List<Runnable> onGone = List.of();

  /** Written before {@code read} reaches zero; null then if the body never came. */
  private byte @Nullable [] body;

  private BodyState bodyState = BodyState.UNADMITTED;

  HttpExchange(Connection connection, ServerContext serving, Arrival.Opened arrival) {
    this.connection = connection;
    this.serving = serving;
    this.arrival = arrival;
    this.claim = new Claim(serving.memory(), arrival.head().owner());
    this.thread = serving.threads().newThread(this::run);
  }

  void start() {
    thread.start();
  }

  Arrival.Opened arrival() {
    return arrival;
  }

  boolean isHead() {
    return arrival.head().method().equals("HEAD");
  }

  /** {@return whether it is answered even when memory is exhausted: a vital path without a body} */
  boolean isVital() {
    return arrival.isWhole() && serving.vital().contains(arrival.head().path());
  }

  /** {@return the memory charged to it until its answer is written} */
  Claim claim() {
    return claim;
  }

  /** {@return whether its body is awaited} */
  boolean isAdmitted() {
    return bodyState == BodyState.AWAITED;
  }

  void admit() {
    bodyState = BodyState.AWAITED;
  }

  /** {@return whether its body has yet to come} */
  boolean isReading() {
    return bodyState != BodyState.RECEIVED;
  }

  /** Passes the complete body to the waiting route. */
  void begin(byte[] whole) {
    bodyState = BodyState.RECEIVED;
    serving.registry().begun();
    body = whole;
    read.countDown();
  }

  private void over() {
    if (bodyState == BodyState.RECEIVED) {
      serving.registry().done();
    }
    read.countDown();
    claim.close();
  }

  @Override
  public void send(int status, List<Header> headers, byte[] body) {
    send(status, headers, Body.of(body));
  }

  @Override
  public void send(int status, List<Header> headers, byte[] body, ByteBuffer rest) {
    send(status, headers, new Body(body, rest));
  }

  private void send(int status, List<Header> headers, Body body) {
    if (!startAnswer()) {
      return;
    }
    List<Header> kept = List.copyOf(headers);
    if (ResponseWriter.areSafe(status, kept)) {
      connection.onLoop(() -> connection.answer(this, status, kept, body));
    } else {
      unsafe();
    }
  }

  @Override
  public EventStreamResponse stream(List<Header> headers) {
    List<Header> kept = EventOutput.headers(headers);
    var events = new EventOutput(connection, this, serving.bounds().size().unreadBytes());
    if (!startAnswer()) {
      events.gone();
    } else if (ResponseWriter.areSafe(200, kept)) {
      connection.onLoop(() -> connection.begin(this, kept, events));
    } else {
      events.gone();
      unsafe();
    }
    return events;
  }

  @Override
  public void onGone(Runnable action) {
    boolean isGone;
    lock.lock();
    try {
      isGone = state == State.GONE;
      if (!isGone && state != State.COMPLETE) {
        onGone = onGone.isEmpty() ? new ArrayList<>(2) : onGone;
        onGone.add(action);
      }
    } finally {
      lock.unlock();
    }
    if (isGone) {
      run(action);
    }
  }

  /** The last byte has been handed to the network. */
  void complete() {
    var _ = end(State.COMPLETE);
    over();
  }

  /**
   * Ends the exchange: the client has left, or the server has answered in the route's place or no
   * longer waits.
   */
  void gone() {
    List<Runnable> due = end(State.GONE);
    over();
    due.forEach(this::run);
  }

  /**
   * Ends the exchange as if the client had left, and interrupts its route.
   *
   * @return true if there was no answer yet, so that the server has to give one
   */
  boolean abandon() {
    boolean isUnanswered = startAnswer();
    end(State.GONE).forEach(this::run);
    thread.interrupt();
    return isUnanswered;
  }

  /** {@return true for the one caller that may answer} */
  private boolean startAnswer() {
    lock.lock();
    try {
      boolean isFirst = state == State.UNANSWERED;
      if (isFirst) {
        state = State.ANSWERING;
      }
      return isFirst;
    } finally {
      lock.unlock();
    }
  }

  /** {@return the actions to run now: all of them, for the first caller only} */
  private List<Runnable> end(State last) {
    lock.lock();
    try {
      if (state == State.COMPLETE || state == State.GONE) {
        return List.of();
      }
      state = last;
      List<Runnable> due = onGone;
      onGone = List.of();
      return due;
    } finally {
      lock.unlock();
    }
  }

  private void run(Runnable action) {
    try {
      action.run();
    } catch (RuntimeException e) {
      serving.report().accept("an action on a client's departure failed: " + e);
    }
  }

  private void run() {
    Request head = arrival.head();
    try {
      switch (serving.routes().admit(head)) {
        case null -> answer(head);
        case Access.Known known -> answer(head.by(known));
        case Access.Refused refused -> refused.to(this);
      }
    } catch (InterruptedException e) {
      refuse(ENDING);
    } catch (RuntimeException | Error e) {
      serving.report().accept("a " + head.method() + " request failed: " + e);
      refuse(BROKEN);
    }
  }

  private void answer(Request request) throws InterruptedException {
    if (!claim.move(request.owner())) {
      refuse(Refusal.CROWDED);
      return;
    }
    if (read.getCount() > 0) {
      connection.onLoop(() -> connection.admitted(this));
      read.await();
    }
    byte[] whole = body;
    if (whole != null) {
      serving.routes().handle(request.with(whole), this);
    }
  }

  private void refuse(Refusal refusal) {
    send(refusal.status(), refusal.headers(), refusal.body());
  }

  /** Answers 500 in place of headers that would allow header injection. */
  private void unsafe() {
    serving.report().accept("an answer was withheld: its status or a header cannot be sent");
    connection.onLoop(
        () -> connection.answer(this, BROKEN.status(), BROKEN.headers(), Body.of(BROKEN.body())));
  }
}
