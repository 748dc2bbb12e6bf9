package dev.belay.gateway.relay;

import dev.belay.mcp.envelope.Envelope;
import dev.belay.mcp.envelope.RequestId;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * How one request is answered: at once, or, where a modern client is asked something back, in
 * several rounds.
 *
 * <p>Safe for use by many threads: whoever moves the state on decides.
 */
final class Answering {
  private sealed interface State {
    /** In its first round. */
    record First() implements State {}

    record Several(Rounds rounds) implements State {}

    record Over() implements State {}
  }

  private static final State FIRST = new State.First();
  private static final State OVER = new State.Over();

  private final ClientRequest request;
  private final AtomicReference<State> state = new AtomicReference<>(FIRST);

  Answering(ClientRequest request) {
    this.request = request;
  }

  /** A legacy server asks a modern client, which is part of its next answer. */
  void ask(AskedQuestion question, RoundsBook book) {
    while (true) {
      switch (state.get()) {
        case State.Several(Rounds rounds) -> {
          rounds.ask(question);
          return;
        }
        case State.Over _ -> {
          question.refused("The request that this belonged to is over.");
          return;
        }
        case State.First _ -> {
          var rounds = book.open(request);
          if (rounds == null) {
            question.refused("Too many requests wait for answers of clients. Try again later.");
            return;
          }
          if (!state.compareAndSet(FIRST, new State.Several(rounds))) {
            book.forget(rounds.name());
          }
        }
      }
    }
  }

  /** {@return who waits for the answer now; null between two rounds} */
  @Nullable ClientRequest waiting() {
    return state.get() instanceof State.Several(Rounds rounds) ? rounds.waiting() : request;
  }

  /** Relays progress to whoever waits now. */
  void progressed(Envelope progress) {
    var waiting = waiting();
    var relay = waiting == null ? null : waiting.progress();
    if (relay != null) {
      relay.upstream(progress);
    }
  }

  /**
   * Answers, once; later calls do nothing.
   *
   * @param render the answer under an id of the client's; null for none
   */
  void finish(Function<RequestId, byte @Nullable []> render) {
    abandon(render);
    takenBack();
  }

  /** Answers as {@link #finish} does; the server still works, until it hears of the end. */
  void abandon(Function<RequestId, byte @Nullable []> render) {
    while (true) {
      switch (state.get()) {
        case State.Several(Rounds rounds) -> {
          rounds.abandon(render);
          return;
        }
        case State.Over _ -> {
          return;
        }
        case State.First _ -> {
          if (state.compareAndSet(FIRST, OVER)) {
            end(request, render);
            return;
          }
        }
      }
    }
  }

  /** The server has heard of the end. */
  void takenBack() {
    if (state.get() instanceof State.Several(Rounds rounds)) {
      rounds.takenBack();
    }
  }

  /** Ends one round with an answer, if its client still waits for one. */
  static void end(ClientRequest round, Function<RequestId, byte @Nullable []> render) {
    var progress = round.progress();
    if (progress != null) {
      progress.close();
    }
    boolean first = round.session().inFlight().end(round);
    var response = first ? render.apply(round.id()) : null;
    if (response == null) {
      round.replyTo().nothing();
    } else {
      round.replyTo().send(response);
    }
  }
}
