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
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * The rounds of a modern server's request for a client that does not come back with them: a legacy
 * client is asked by real requests on its own request's way, one with a task by that, and Belay
 * sends the request again with the answers (MCP 2026-07-28 §mrtr); of a task that Belay waits for,
 * either client is asked, and the task goes on (SEP-2663).
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
  private volatile boolean over;

  LegacyElicitation(ClientRequest request) {
    this.request = request;
  }

  /** {@return whether an answer is questions to the client, which takes no such answer} */
  boolean takes(Envelope response) {
    return (request.isTask() || !request.session().isModern())
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
      ask(new Round(this, link, asked, next));
    }
  }

  private void ask(Round round) {
    var session = request.session();
    for (var question : round.asked.questions()) {
      if (!question.isAllowed(session.capabilities())) {
        round.next.fail(
            "The server needs an answer to "
                + question.method()
                + ", and this client has not declared that it can be asked.");
        return;
      }
    }
    var input = session.isModern() || request.isTask() ? request.input() : null;
    if (input == null) {
      for (var question : round.asked.questions()) {
        session.questions().ask(new Embedded(round, question, null), request.replyTo());
      }
    } else {
      input.ask(round.asked.questions().stream().map(one -> Embedded.of(round, one)).toList());
    }
    // Races with close, which may have read the open questions just before.
    if (over) {
      close();
    }
  }

  /** The request is over: withdraws its open questions. */
  void close() {
    over = true;
    if (rounds == 0) {
      return;
    }
    request.session().questions().withdraw(this::isOfThis, OVER);
    var input = request.input();
    if (input != null) {
      input.withdraw(this::isOfThis);
    }
  }

  private boolean isOfThis(Object question) {
    return question instanceof Embedded embedded && embedded.round.of.equals(this);
  }

  /** One round: it ends when every question is answered, or one of them fails. */
  private static final class Round {
    private final LegacyElicitation of;
    private final UpstreamConnection link;
    private final InputRequiredResult asked;
    private final Next next;
    private final Map<String, RawJson> answers = new ConcurrentHashMap<>();
    private final AtomicInteger missing;

    Round(LegacyElicitation of, UpstreamConnection link, InputRequiredResult asked, Next next) {
      this.of = of;
      this.link = link;
      this.asked = asked;
      this.next = next;
      missing = new AtomicInteger(asked.questions().size());
    }

    void answered(String key, RawJson result) {
      answers.put(key, result);
      if (missing.decrementAndGet() == 0) {
        next.again(new InputResponses(answers, asked.requestState()));
      }
    }

    void failed(String why) {
      // Prevents the round from completing later.
      if (missing.getAndSet(Integer.MAX_VALUE) <= asked.questions().size()) {
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
      round.failed(why);
    }
  }
}
