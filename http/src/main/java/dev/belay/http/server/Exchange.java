package dev.belay.http.server;

import dev.belay.http.route.EventStream;
import dev.belay.http.route.Header;
import dev.belay.http.route.Request;
import dev.belay.http.route.Response;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * One request and its answer.
 *
 * <p>Concurrency: a route may answer on any thread, and the first answer is taken; what is written
 * is written by the connection's event loop.
 */
final class Exchange implements Response {
  private static final Refusal BROKEN =
      Refusal.of(500, "the server failed at this request; its log says why");
  static final Refusal ENDING =
      Refusal.later(503, "this server is shutting down; try again elsewhere or later");

  private final Connection connection;
  private final Serving serving;
  private final Arrival.Whole arrival;
  private final Departure departure;
  private final AtomicBoolean isAnswered = new AtomicBoolean();
  private final Thread thread;

  Exchange(Connection connection, Serving serving, Arrival.Whole arrival) {
    this.connection = connection;
    this.serving = serving;
    this.arrival = arrival;
    this.departure = new Departure(serving.report());
    this.thread = serving.threads().newThread(this::run);
  }

  void start() {
    thread.start();
  }

  Arrival.Whole arrival() {
    return arrival;
  }

  boolean isHead() {
    return arrival.request().method().equals("HEAD");
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
    serving.census().done();
  }

  /** The client has left, or the server does not wait any longer. */
  void gone() {
    isAnswered.set(true);
    serving.census().done();
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
    Request request = arrival.request();
    try {
      serving.routes().handle(request, this);
    } catch (InterruptedException e) {
      refuse(ENDING);
    } catch (RuntimeException | Error e) {
      serving.report().accept("a " + request.method() + " request failed: " + e);
      refuse(BROKEN);
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
