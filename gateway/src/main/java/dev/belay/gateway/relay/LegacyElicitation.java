package dev.belay.gateway.relay;

import dev.belay.core.call.Call;
import dev.belay.gateway.translate.InputRequiredResult;
import dev.belay.gateway.translate.InputResponses;
import dev.belay.gateway.translate.InvalidResult;
import dev.belay.gateway.translate.ServerQuestion;
import dev.belay.gateway.upstream.UpstreamConnection;
import dev.belay.mcp.envelope.Envelope;
import dev.belay.mcp.envelope.Kind;
import dev.belay.mcp.envelope.Member;
import dev.belay.mcp.envelope.Messages;
import dev.belay.mcp.envelope.RawJson;
import dev.belay.mcp.envelope.RequestId;
import dev.belay.mcp.input.PendingInput;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The rounds of a modern server's request for a client that does not come back with them: a legacy
 * client is asked by real requests on its own request's way, one with a task by that, and Belay
 * sends the request again with the answers (MCP 2026-07-28 §mrtr); of a task that Belay waits for,
 * either client is asked, and each answer goes to the task (SEP-2663).
 *
 * <p>Where no request of the client waits, or none may have to, a question without an answer is one
 * that was cancelled, if its kind allows that: the server goes on. A client with the handle of a
 * job is asked nothing.
 *
 * <p>Concurrency: rounds are begun by the reader of the server's answers alone.
 */
final class LegacyElicitation {
  /** The maximum number of rounds, after which the request fails. */
  static final int MOST_ROUNDS = 8;

  /** The pause before a request without questions is repeated. */
  static final Duration PACE = Duration.ofMillis(250);

  private static final String OVER = "The request that this belonged to is over.";

  /** What becomes of the request. */
  interface Next {
    /** Repeats it with the answers in {@code brought}. */
    void again(InputResponses brought);

    /** Fails it. */
    void fail(String why);
  }

  private final ClientRequest request;
  private volatile int rounds;
  private volatile boolean hasAsked;
  private volatile boolean over;

  LegacyElicitation(ClientRequest request) {
    this.request = request;
  }

  /** {@return whether an answer is questions to the client, which takes no such answer} */
  boolean takes(Envelope response) {
    return (request.isTask() || request.hasHandle() || !request.session().isModern())
        && response.kind() == Kind.RESPONSE
        && "input_required".equals(response.text(Member.RESULT_TYPE));
  }

  /** Asks the client what {@code result} wants to know, which came by {@code link}. */
  @SuppressWarnings("NonAtomicVolatileUpdate") // by one thread
  void round(UpstreamConnection link, byte[] result, Next next) {
    InputRequiredResult asked;
    try {
      asked = InputRequiredResult.of(result);
    } catch (InvalidResult e) {
      next.fail(String.valueOf(e.getMessage()));
      return;
    }
    if (++rounds > MOST_ROUNDS) {
      next.fail("The server asked for more input " + MOST_ROUNDS + " times, and would again.");
    } else if (asked.questions().isEmpty()) {
      var time = request.session().relay().time();
      var patience = new InputResponses(Map.of(), asked.requestState());
      var _ = time.after(PACE, () -> next.again(patience));
    } else {
      int count = asked.questions().size();
      var round = new Round(this, link, asked.requestState(), count, /* ofTask= */ false, next);
      ask(asked.questions(), _ -> round, next);
    }
  }

  /** Asks the client what a task needs, which came by {@code link}; each answer is brought. */
  void inTask(UpstreamConnection link, byte[] questions, Next next) {
    try {
      var asked = InputRequiredResult.of(questions);
      ask(asked.questions(), _ -> new Round(this, link, null, 1, /* ofTask= */ true, next), next);
    } catch (InvalidResult e) {
      next.fail(String.valueOf(e.getMessage()));
    }
  }

  private void ask(List<ServerQuestion> all, Function<ServerQuestion, Round> rounds, Next next) {
    var session = request.session();
    for (var question : all) {
      if (!question.isAllowed(session.capabilities())) {
        next.fail(
            "The server needs an answer to "
                + question.method()
                + ", and this client has not declared that it can be asked.");
        return;
      }
    }
    hasAsked = true;
    var input = session.isModern() || request.isTask() ? request.input() : null;
    if (input == null) {
      for (var question : all) {
        var asked = new Embedded(rounds.apply(question), question, null);
        session.questions().ask(asked, request.replyTo());
      }
    } else {
      input.ask(all.stream().map(one -> Embedded.of(rounds.apply(one), one)).toList());
    }
    // Races with close, which may have read the open questions just before.
    if (over) {
      close();
    }
  }

  /** The request is over: withdraws its open questions. */
  void close() {
    over = true;
    if (hasAsked) {
      withdraw(this::isOfThis, OVER);
    }
  }

  /** Withdraws the open questions of these keys, whose answers a task no longer needs. */
  void withdraw(Set<String> keys) {
    withdraw(
        one -> isOfThis(one) && keys.contains(((Embedded) one).question.key()),
        "The answer is no longer wanted.");
  }

  private void withdraw(Predicate<Object> chosen, String reason) {
    request.session().questions().withdraw(chosen, reason);
    var input = request.input();
    if (input != null) {
      input.withdraw(chosen);
    }
  }

  private boolean isOfThis(Object question) {
    return question instanceof Embedded embedded && embedded.round.of.equals(this);
  }

  /**
   * One round: it ends when every question is answered, or one of them fails. Of a task, each
   * question is one.
   */
  private static final class Round {
    private final LegacyElicitation of;
    private final UpstreamConnection link;
    private final @Nullable RawJson state;
    private final int count;
    private final boolean ofTask;
    private final Next next;
    private final Map<String, RawJson> answers = new ConcurrentHashMap<>();
    private final AtomicInteger missing;

    Round(
        LegacyElicitation of,
        UpstreamConnection link,
        @Nullable RawJson state,
        int count,
        boolean ofTask,
        Next next) {
      this.of = of;
      this.link = link;
      this.state = state;
      this.count = count;
      this.ofTask = ofTask;
      this.next = next;
      missing = new AtomicInteger(count);
    }

    void answered(String key, RawJson result) {
      answers.put(key, result);
      if (missing.decrementAndGet() == 0) {
        next.again(new InputResponses(answers, state));
      }
    }

    /** There is no answer, of a client that need not be there. */
    void unanswered(ServerQuestion question, String why) {
      var none = question.refusal();
      boolean goesOn = ofTask || of.request.isTask() || of.request.hasHandle();
      if (none != null && goesOn && !of.over && !link.isLost()) {
        answered(question.key(), none);
      } else {
        failed(why);
      }
    }

    void failed(String why) {
      // Prevents the round from completing later.
      if (missing.getAndSet(Integer.MAX_VALUE) <= count) {
        next.fail(why);
      }
    }
  }

  /**
   * One question.
   *
   * @param hold what keeps the idle clock of its call; null where others do
   */
  private record Embedded(Round round, ServerQuestion question, Call.@Nullable Hold hold)
      implements OpenQuestion, PendingInput.Question {
    static Embedded of(Round round, ServerQuestion question) {
      var call = round.of.request.on(round.link);
      return new Embedded(round, question, call == null ? null : call.hold(Call.QUESTION));
    }

    @Override
    public UpstreamConnection link() {
      return round.link;
    }

    @Override
    public String method() {
      return question.method();
    }

    @Override
    public byte[] asRequest(RequestId own) {
      var revision = round.of.request.session().revision();
      return Messages.request(
          own, method(), question.legacyParams(revision, UUID.randomUUID().toString()));
    }

    @Override
    public void answered(Envelope response) {
      var result = response.raw(Member.RESULT);
      if (result != null) {
        round.answered(question.key(), RawJson.of(result));
        return;
      }
      var none = question.refusal();
      if (none != null) {
        round.answered(question.key(), none);
      } else {
        round.failed(
            "The client answered "
                + method()
                + " with an error: "
                + response.text(Member.ERROR_MESSAGE));
      }
    }

    @Override
    public byte @Nullable [] params() {
      var params = question.params();
      return params == null ? null : params.bytes();
    }

    @Override
    public void answered(byte[] result) {
      withdrawn();
      round.answered(question.key(), RawJson.of(result));
    }

    @Override
    public void withdrawn() {
      if (hold != null) {
        hold.close();
      }
    }

    @Override
    public void refused(String why) {
      withdrawn();
      round.unanswered(question, why);
    }
  }
}
