package dev.belay.http.server;

import dev.belay.http.route.Access;
import dev.belay.http.route.EventStream;
import dev.belay.http.route.Header;
import dev.belay.http.route.Request;
import dev.belay.http.route.Response;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * One request and its answer, from the end of its head on: who is behind it is found out before its
 * body is waited for.
 *
 * <p>Concurrency: a route may answer on any thread, and the first answer is taken; what is written
 * is written by the connection's event loop. {@code isAdmitted}, {@code isReading} and {@code
 * isBegun} belong to that loop.
 */
final class Exchange implements Response {
  private static final Refusal BROKEN =
      Refusal.of(500, "the server failed at this request; its log says why");
  static final Refusal ENDING =
      Refusal.later(503, "this server is shutting down; try again elsewhere or later");

  private final Connection connection;
  private final Serving serving;
  private final Arrival.Opened arrival;
  private final Claim claim;
  private final Departure departure;
  private final AtomicBoolean isAnswered = new AtomicBoolean();
  private final Thread thread;
  private final CountDownLatch read = new CountDownLatch(1);

  /** Written before {@code read} is over; null then if there will be none. */
  private byte @Nullable [] body;

  private boolean isAdmitted;
  private boolean isReading = true;
  private boolean isBegun;

  Exchange(Connection connection, Serving serving, Arrival.Opened arrival) {
    this.connection = connection;
    this.serving = serving;
    this.arrival = arrival;
    this.claim = new Claim(serving.memory(), arrival.head().owner());
    this.departure = new Departure(serving.report());
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

  /**
   * {@return whether it is answered also where no memory is left: it has no body that takes any}
   */
  boolean isVital() {
    return arrival.isWhole() && serving.vital().contains(arrival.head().path());
  }

  /** {@return what it takes of the server's memory, until its answer is written} */
  Claim claim() {
    return claim;
  }

  /** {@return whether its body may be waited for} */
  boolean isAdmitted() {
    return isAdmitted;
  }

  void admit() {
    isAdmitted = true;
  }

  /** {@return whether its body has yet to come} */
  boolean isReading() {
    return isReading;
  }

  /** The body has come, and the request begins to be answered. */
  void begin(byte[] whole) {
    isBegun = true;
    isReading = false;
    serving.census().begun();
    body = whole;
    read.countDown();
  }

  /** The server answers in its place, before it began: there will be no body. */
  void withdraw() {
    isAnswered.set(true);
    over();
    departure.gone();
  }

  private void over() {
    if (isBegun) {
      serving.census().done();
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
    if (!isAnswered.compareAndSet(/* expectedValue= */ false, /* newValue= */ true)) {
      return;
    }
    List<Header> kept = List.copyOf(headers);
    if (Answers.areSafe(status, kept)) {
      connection.onLoop(() -> connection.answer(this, status, kept, body));
    } else {
      unsafe();
    }
  }

  @Override
  public EventStream stream(List<Header> headers) {
    List<Header> kept = Events.headers(headers);
    var events = new Events(connection, this, serving.bounds().size().unreadBytes());
    if (!isAnswered.compareAndSet(/* expectedValue= */ false, /* newValue= */ true)) {
      events.gone();
    } else if (Answers.areSafe(200, kept)) {
      connection.onLoop(() -> connection.begin(this, kept, events));
    } else {
      events.gone();
      unsafe();
    }
    return events;
  }

  @Override
  public void onGone(Runnable action) {
    departure.then(action);
  }

  /** The last byte has been handed to the network. */
  void complete() {
    departure.complete();
    over();
  }

  /** The client has left, or the server does not wait any longer. */
  void gone() {
    isAnswered.set(true);
    over();
    departure.gone();
  }

  /**
   * The server waits no longer: for the route that is as if the client had left.
   *
   * @return true if there is no answer yet, and now only the server gives one
   */
  boolean abandon() {
    boolean isUnanswered =
        isAnswered.compareAndSet(/* expectedValue= */ false, /* newValue= */ true);
    departure.gone();
    thread.interrupt();
    return isUnanswered;
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

  /** Headers that would let somebody write into the answer: the client gets nothing of them. */
  private void unsafe() {
    serving.report().accept("an answer was withheld: its status or a header cannot be sent");
    connection.onLoop(
        () -> connection.answer(this, BROKEN.status(), BROKEN.headers(), Body.of(BROKEN.body())));
  }
}
