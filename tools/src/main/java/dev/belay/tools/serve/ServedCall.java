package dev.belay.tools.serve;

import dev.belay.core.call.Payload;
import dev.belay.core.cancel.Cause;
import dev.belay.mcp.era.Era;
import dev.belay.mcp.input.PendingInput;
import dev.belay.mcp.input.PendingInputs;
import dev.belay.mcp.server.Exchange;
import dev.belay.mcp.server.InputRequired;
import dev.belay.mcp.server.LogLevel;
import dev.belay.mcp.server.Question;
import dev.belay.mcp.server.RequestFailed;
import dev.belay.tools.call.ClientCannotAnswerException;
import dev.belay.tools.run.Client;
import dev.belay.tools.run.ToolEnd;
import dev.belay.tools.run.ToolRun;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.jspecify.annotations.Nullable;

/**
 * One call of a tool between its body, which may ask the client while it runs, and the requests
 * that wait for it: one in the legacy era, one a round in the modern.
 *
 * <p>A legacy client is asked on the body's own thread. A modern one is asked by the end of the
 * request that waits, and answers in the next.
 *
 * <p>Safe for use by many threads.
 */
final class ServedCall implements Client, PendingInput.Rounds<ServedCall.Round> {
  /** How a request ends that waits for the call. */
  sealed interface RoundEnd {
    /** With the call. */
    record Ended(ToolEnd how) implements RoundEnd {}

    /**
     * With a job, as which the call goes on.
     *
     * @param told the result in place of the call's own
     */
    record HandedOff(Payload told) implements RoundEnd {}
  }

  /** A request that waits for the call, and how that ends: {@link InputRequired} is one way. */
  record Round(ServedCall call, Exchange exchange, CompletableFuture<RoundEnd> end) {
    Round(ServedCall call, Exchange exchange) {
      this(call, exchange, new CompletableFuture<>());
    }

    /** Waits until the call has ended, becomes a job or asks something. */
    RoundEnd await() throws InputRequired, InterruptedException {
      var running = call.limit;
      if (running != null) {
        exchange.runs(running);
      }
      exchange.onCancel(() -> call.left(this));
      try {
        return end.get();
      } catch (ExecutionException e) {
        if (e.getCause() instanceof InputRequired asked) {
          throw asked;
        }
        throw new IllegalStateException("a round ends with the call, or with questions", e);
      }
    }
  }

  private record Open(Question question, CompletableFuture<byte[]> answer)
      implements PendingInput.Question {
    @Override
    public String key() {
      return question.key();
    }

    @Override
    public String method() {
      return question.method();
    }

    @Override
    public byte[] params() {
      return question.params();
    }

    @Override
    public void answered(byte[] result) {
      answer.complete(result);
    }

    @Override
    public void refused(String why) {
      answer.completeExceptionally(new ClientCannotAnswerException(why, null));
    }
  }

  private final PendingInput<Round> input;
  private final ProgressReport progress;

  /** What the client declares is the same in each of its rounds. */
  private final Exchange first;

  /** Set once the call has begun, and before any request waits for it. */
  private volatile @Nullable ToolRun run;

  /** How long it may run in all; null before it runs. */
  private volatile @Nullable Duration limit;

  ServedCall(Exchange first, PendingInputs<Round> inputs, ProgressReport progress) {
    this.first = first;
    this.progress = progress;
    input = inputs.begin(first.principal(), this, new Round(this, first), first::inputResponse);
  }

  /** {@return what the client is told of its progress while a request waits} */
  ProgressReport progress() {
    return progress;
  }

  /** {@return the wait of the request that began it} */
  Round began(ToolRun begun) {
    run = begun;
    begun.onEnd(how -> end(new RoundEnd.Ended(how)));
    begun.onHandle(told -> end(new RoundEnd.HandedOff(told)));
    return input.first();
  }

  private void end(RoundEnd how) {
    input.end(round -> round.end.complete(how));
  }

  @Override
  public void ask(Round round, String name, Map<String, PendingInput.Question> open) {
    var questions = new ArrayList<Question>();
    for (var one : open.values()) {
      if (one instanceof Open asked) {
        questions.add(asked.question());
      }
    }
    var state = PendingInputs.payload(name);
    round.end.completeExceptionally(round.exchange.inputRequired(questions, state));
  }

  /** No later round waits by then: its state is in the answer that this one did not get. */
  private void left(Round round) {
    var call = run;
    if (call != null) {
      call.leave(round.exchange.hasClientGone() ? Cause.CLIENT_GONE : Cause.CLIENT);
    }
  }

  @Override
  public void deserted() {
    var call = run;
    if (call != null) {
      call.leave(Cause.CLIENT_GONE);
    }
  }

  private @Nullable Exchange waiting() {
    var round = input.waiting();
    return round == null ? null : round.exchange;
  }

  @Override
  public void runs(Duration limit) {
    this.limit = limit;
    var client = waiting();
    if (client != null) {
      client.runs(limit);
    }
  }

  @Override
  public void progress(@Nullable Double done, @Nullable Double total, @Nullable String message) {
    var client = waiting();
    if (client != null) {
      progress.tell(client, done, total, message);
    }
  }

  @Override
  public void log(LogLevel level, byte[] json) {
    var client = waiting();
    if (client != null) {
      client.log(level, json);
    }
  }

  @Override
  public void letGo() {
    var client = waiting();
    if (client != null) {
      client.letGo();
    }
  }

  @Override
  public boolean canAnswer(String... capability) {
    return first.declares(capability);
  }

  @Override
  public Map<String, byte[]> ask(List<Question> questions) throws InterruptedException {
    for (var question : questions) {
      if (!first.declares(question.needs())) {
        throw ClientCannotAnswerException.undeclared(
            "The client cannot be asked by "
                + question.method()
                + ": it has not declared "
                + String.join(".", question.needs())
                + ".",
            List.of(question.needs()));
      }
    }
    return first.era() == Era.LEGACY ? askNow(questions) : askNextRound(questions);
  }

  private Map<String, byte[]> askNow(List<Question> questions) throws InterruptedException {
    try {
      return first.ask(questions);
    } catch (RequestFailed e) {
      throw new ClientCannotAnswerException(e.text(), e);
    } catch (InputRequired e) {
      throw new IllegalStateException("a legacy client is asked at once", e);
    }
  }

  private Map<String, byte[]> askNextRound(List<Question> questions) throws InterruptedException {
    var asked =
        questions.stream().map(one -> new Open(one, new CompletableFuture<byte[]>())).toList();
    input.ask(asked);
    try {
      var answers = new LinkedHashMap<String, byte[]>();
      for (var one : asked) {
        answers.put(one.key(), one.answer().get());
      }
      return answers;
    } catch (ExecutionException e) {
      if (e.getCause() instanceof ClientCannotAnswerException none) {
        throw none;
      }
      throw new IllegalStateException("an answer comes, or is refused", e);
    } finally {
      input.withdraw(asked::contains);
    }
  }
}
