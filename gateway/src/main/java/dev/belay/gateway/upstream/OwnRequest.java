package dev.belay.gateway.upstream;

import dev.belay.core.time.Time;
import dev.belay.mcp.envelope.Envelope;
import dev.belay.mcp.envelope.Messages;
import dev.belay.mcp.envelope.RequestId;
import dev.belay.mcp.era.Discovery;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** A request that Belay itself sends to an upstream. */
final class OwnRequest implements UpstreamExchange {
  private final CompletableFuture<Envelope> answer = new CompletableFuture<>();
  private final UpstreamConnection link;
  private volatile @Nullable Loss loss;
  private final long id;

  private OwnRequest(UpstreamConnection link, long id) {
    this.link = link;
    this.id = id;
  }

  static OwnRequest send(UpstreamConnection link, String method, byte @Nullable [] params) {
    long id = link.nextId();
    var request = new OwnRequest(link, id);
    link.ask(id, Messages.request(RequestId.of(id), method, params), request);
    return request;
  }

  @Override
  public void answered(Envelope response) {
    answer.complete(response);
  }

  @Override
  public void lost(Loss why) {
    loss = why;
    answer.completeExceptionally(new Unavailable(why.text()));
  }

  /** {@return the answer once it comes; empty if none comes in time, or at all} */
  CompletableFuture<Optional<Envelope>> answerWithin(Time time, Duration limit) {
    var result = answer.handle((response, _) -> Optional.ofNullable(response));
    var timer = time.after(limit, () -> giveUp());
    var _ = result.whenComplete((_, _) -> timer.close());
    return result;
  }

  /** Abandons the requests that are not answered within a common limit. Does not block. */
  static void leaveAfter(List<OwnRequest> requests, Time time, Duration limit) {
    if (requests.isEmpty()) {
      return;
    }
    var timer = time.after(limit, () -> requests.forEach(OwnRequest::giveUp));
    var all = requests.stream().map(request -> request.answer).toArray(CompletableFuture[]::new);
    var _ = CompletableFuture.allOf(all).whenComplete((_, _) -> timer.close());
  }

  private void giveUp() {
    leave();
    lost(new Loss(Loss.Kind.GARBLED, "No answer in time."));
  }

  /** Stops waiting; a later answer is dropped. */
  void leave() {
    link.abandon(id, this);
  }

  /** {@return a future that completes once an answer has come or cannot come} */
  CompletableFuture<?> done() {
    return answer.handle((_, _) -> true);
  }

  /** {@return why there is no answer; empty where there is one, or may be} */
  String lossText() {
    var lost = loss;
    return lost == null ? "" : lost.text();
  }

  boolean isAnswered() {
    return answer.isDone() && !answer.isCompletedExceptionally();
  }

  /** {@return the answer, if it has come} */
  @Nullable Envelope answer() {
    return isAnswered() ? answer.join() : null;
  }

  /** {@return the era that the answer to a modern request indicates} */
  Discovery verdict() {
    var lost = loss;
    if (lost != null) {
      return switch (lost.kind()) {
        // Not understood, or never answered: typical of servers that have only sessions.
        case REFUSED, UNREAD, GARBLED -> new Discovery.Legacy();
        case CRASHED, UNSENT, REPLACED, STOPPED, NOT_READING, UNREACHABLE ->
            new Discovery.Gone(lost.text());
      };
    }
    var response = answer();
    return response == null ? new Discovery.Legacy() : Discovery.of(response);
  }

  /** Waits for the answer; null if none came in time, or none will come. */
  @Nullable Envelope await(Time time, Duration limit) throws InterruptedException {
    time.await(answer, limit);
    leave();
    return isAnswered() ? answer.join() : null;
  }
}
