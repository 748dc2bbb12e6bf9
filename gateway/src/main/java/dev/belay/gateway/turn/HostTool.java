package dev.belay.gateway.turn;

import dev.belay.core.call.Call;
import dev.belay.core.call.Caller;
import dev.belay.core.call.Gate;
import dev.belay.core.call.Limits;
import dev.belay.core.call.Payload;
import dev.belay.core.cancel.Cancellation;
import dev.belay.core.lane.Lane;
import dev.belay.core.turn.CallTerms;
import dev.belay.core.turn.ToolAnswer;
import dev.belay.core.turn.TurnTool;
import dev.belay.gateway.upstream.UpstreamCall;
import dev.belay.mcp.envelope.Envelope;
import dev.belay.mcp.envelope.Messages;
import dev.belay.mcp.envelope.RequestId;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * A tool of some server, as a turn uses it: asked for as any client asks, so that all that is
 * configured about it holds.
 *
 * <p>Concurrency: {@code answer} is set by whoever answers, or by the turn that reads the result of
 * a tool of this program before it is on its way as an answer. Whoever asks and whoever stops the
 * call before it has begun both look for the other; one of them takes it back from its server.
 */
final class HostTool implements TurnTool {
  private final Asker asker;
  private final AskedTool asked;
  private final Envelope request;
  private final Lane lane;
  private final Limits limits;
  private final Guess guess;
  private final AtomicBoolean hasBegun = new AtomicBoolean();
  private final AtomicBoolean isTakenBack = new AtomicBoolean();
  private volatile Asker.@Nullable Asked sent;
  private volatile boolean isSettled;
  private volatile @Nullable Envelope answer;

  /**
   * Has asked for nothing yet.
   *
   * @param request what it asks for
   * @param guess what is said where there is no such tool
   */
  HostTool(Asker asker, AskedTool asked, Envelope request, Lane lane, Limits limits, Guess guess) {
    this.asker = asker;
    this.asked = asked;
    this.request = request;
    this.lane = lane;
    this.limits = limits;
    this.guess = guess;
  }

  @Override
  public String name() {
    return asked.name();
  }

  @Override
  public Lane lane() {
    return lane;
  }

  @Override
  public Limits limits() {
    return limits;
  }

  @Override
  public String fingerprint() {
    return asked.fingerprint();
  }

  @Override
  public void start(CallTerms terms) {
    var request = asker.ask(this.request, new Noting(terms, hasBegun));
    sent = request;
    // The other party: a stop that found nothing to take back.
    if (isSettled) {
      takeBack(request);
    }
    var _ =
        request
            .answer()
            .thenAccept(response -> {
              answer = response;
              if (!hasBegun.get()) {
                terms.refused(guess.on(ToolReading.of(response).text()));
              }
            });
  }

  @Override
  public void settled() {
    isSettled = true;
    var request = sent;
    if (request != null) {
      takeBack(request);
    }
  }

  /** A call that has begun is ended by its governor, and one that was answered is over. */
  private void takeBack(Asker.Asked request) {
    if (!hasBegun.get() && !request.answer().isDone() && isTakenBack.compareAndSet(false, true)) {
      request.leave();
    }
  }

  /** What comes of a tool of this program is there before the answer, and a result alone. */
  @Override
  public ToolAnswer read(Payload result) {
    var response = answer;
    if (response == null) {
      response =
          result.dialect().equals(UpstreamCall.DIALECT)
              ? Asker.parsed(result.bytes())
              : Asker.parsed(Messages.response(RequestId.of(0), result.bytes()));
      answer = response;
    }
    return guess.on(ToolReading.of(response));
  }

  /** {@return what the server answered, in full; null before it has} */
  @Nullable Envelope answer() {
    return answer;
  }

  /** The turn's terms, and whether there is a call that goes by them. */
  private record Noting(CallTerms terms, AtomicBoolean begun) implements CallTerms {
    @Override
    public Caller caller() {
      return terms.caller();
    }

    @Override
    public Cancellation turn() {
      return terms.turn();
    }

    @Override
    public Gate lane() {
      return terms.lane();
    }

    @Override
    public Gate begin() {
      return terms.begin();
    }

    @Override
    public Limits limits() {
      return terms.limits();
    }

    @Override
    public void started(Call call) {
      begun.set(true);
      terms.started(call);
    }

    @Override
    public void refused(String reason) {
      terms.refused(reason);
    }
  }
}
