package dev.belay.tools.serve;

import dev.belay.core.call.Outcome;
import dev.belay.core.call.Payload;
import dev.belay.core.cancel.Cause;
import dev.belay.mcp.envelope.LogLevel;
import dev.belay.mcp.era.Era;
import dev.belay.mcp.input.PendingInput;
import dev.belay.mcp.input.PendingInputs;
import dev.belay.mcp.progress.ClientProgress;
import dev.belay.mcp.server.Exchange;
import dev.belay.mcp.server.InputRequired;
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
 * Connects one call of a tool, whose body may ask the client, to the requests that wait for it: one
 * in the legacy era, one per round in the modern.
 *
 * <p>A legacy client is asked on the body's own thread. For a modern one, the waiting request ends
 * with the question, and the next one has the answer. Of a task, both are asked apart from any
 * request of these.
 *
 * <p>Safe for use by many threads.
 */
final class ServedCall implements Client, PendingInput.Rounds<ServedCall.Round> {
  /** How a request that waits for the call ends. */
  sealed interface RoundEnd {
    /** With the end of the call. */
    record Ended(ToolEnd how) implements RoundEnd {}

    /**
     * With a job, in which the call goes on.
     *
     * @param told the result in place of the call's own
     */
    record HandedOff(Payload told) implements RoundEnd {}
  }

  /** A request that waits for the call; it may also end with {@link InputRequired}. */
  record Round(
      ServedCall call,
      Exchange exchange,
      @Nullable ClientProgress progress,
      CompletableFuture<RoundEnd> end)
      implements AutoCloseable {
    /** The client waits from here on: it may be long before the tool begins. */
    static Round begin(ServedCall call, Exchange exchange, HostedTools host) {
      var progress = exchange.progress(host.time(), host.terms().keepAlive());
      var running = call.run;
      if (progress != null && running != null) {
        progress.follow(running.call());
      }
      return new Round(call, exchange, progress, new CompletableFuture<>());
    }

    /** Waits until the call has ended, becomes a job or asks a question. */
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

    /** Its client hears no progress any more. */
    @Override
    public void close() {
      if (progress != null) {
        progress.close();
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

  private final HostedTools host;
  private final PendingInput<Round> input;

  /** The first request; all rounds declare the same capabilities. */
  private final Exchange first;

  /** Set once the call has begun, and before a request waits for it. */
  private volatile @Nullable ToolRun run;

  /** The total limit; null before the call runs. */
  private volatile @Nullable Duration limit;

  private volatile boolean isTask;

  ServedCall(Exchange first, HostedTools host) {
    this.first = first;
    this.host = host;
    input =
        host.inputs()
            .begin(first.principal(), this, Round.begin(this, first, host), first::inputResponse);
  }

  /** {@return the wait of the request that started the call} */
  Round first() {
    return input.first();
  }

  void began(ToolRun begun) {
    run = begun;
    var progress = first().progress();
    if (progress != null) {
      progress.follow(begun.call());
    }
    // Before the host hears of the call, and may hand it off: its body may ask from then on.
    begun.onHandle(this::handedOff);
    host.calls().began(first, begun, input);
    // Last: the client of a call that has ended as a job gets the handle, and not its result.
    begun.onEnd(how -> end(new RoundEnd.Ended(how)));
  }

  private void handedOff(Payload told) {
    var how = new RoundEnd.HandedOff(told);
    if (host.calls().takesTask(first)) {
      input.handOff(round -> round.end.complete(how));
      // Only now, since a question before that would end the round.
      isTask = true;
    } else {
      end(how);
    }
  }

  /**
   * Ends the waiting round, or keeps the answer for the next: a call that waits for its client may
   * be decided on elsewhere. One that was stopped meanwhile gives its place to another.
   */
  private void end(RoundEnd how) {
    if (how instanceof RoundEnd.Ended(ToolEnd ended) && isStopped(ended.outcome())) {
      input.leave(round -> round.end.complete(how));
    } else {
      input.end(round -> round.end.complete(how));
    }
  }

  private static boolean isStopped(Outcome outcome) {
    return switch (outcome) {
      case Outcome.Cancelled _, Outcome.TimedOut _ -> true;
      case Outcome.Completed _, Outcome.Failed _, Outcome.Refused _ -> false;
    };
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

  /**
   * No later round can wait by then: it needs the state in the answer that this round did not get.
   */
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
    var round = input.waiting();
    if (round != null && round.progress != null) {
      round.progress.tell(done, total, message);
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
    boolean isNow = first.era() == Era.LEGACY && !isTask;
    return isNow ? askNow(questions) : askApart(questions);
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

  private Map<String, byte[]> askApart(List<Question> questions) throws InterruptedException {
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
