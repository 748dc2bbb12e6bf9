package dev.belay.gateway.relay;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.belay.gateway.translate.InputRequired;
import dev.belay.gateway.translate.InputResponses;
import dev.belay.gateway.translate.InvalidResult;
import dev.belay.gateway.translate.Question;
import dev.belay.gateway.upstream.UpstreamConnection;
import dev.belay.mcp.envelope.Envelope;
import dev.belay.mcp.envelope.Kind;
import dev.belay.mcp.envelope.Member;
import dev.belay.mcp.envelope.Messages;
import dev.belay.mcp.envelope.RawJson;
import dev.belay.mcp.envelope.RequestId;
import dev.belay.mcp.era.Revision;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The rounds of a modern server's request for a legacy client, which knows no rounds: it is asked
 * by real requests on its own request's way, and Belay sends the request again with its answers
 * (MCP 2026-07-28 §mrtr).
 *
 * <p>Concurrency: {@code lock} guards the answers of the present round.
 */
final class Interview {
  /** A server that is never content ends here. */
  static final int MOST_ROUNDS = 8;

  /** A server that only asks for patience is asked again after this. */
  static final Duration PACE = Duration.ofMillis(250);

  /** What becomes of the request. */
  interface Next {
    /** It is to be sent again with what {@code brought} adds. */
    void again(InputResponses brought);

    /** It cannot go on. */
    void fail(String why);
  }

  private final ClientRequest request;
  private final Next next;
  private final ReentrantLock lock = new ReentrantLock();

  @GuardedBy("lock") private Map<String, RawJson> answers = new LinkedHashMap<>();

  @GuardedBy("lock") private int missing;

  @GuardedBy("lock") private int rounds;

  private volatile boolean over;

  Interview(ClientRequest request, Next next) {
    this.request = request;
    this.next = next;
  }

  /** {@return whether an answer is questions} */
  static boolean isAsked(Envelope response) {
    return response.kind() == Kind.RESPONSE
        && "input_required".equals(response.text(Member.RESULT_TYPE));
  }

  /** Asks the client what {@code response} wants to know, which came by {@code link}. */
  void round(UpstreamConnection link, Envelope response) {
    InputRequired asked;
    try {
      asked = InputRequired.of(Objects.requireNonNull(response.raw(Member.RESULT)));
    } catch (InvalidResult e) {
      next.fail(String.valueOf(e.getMessage()));
      return;
    }
    boolean tooMany;
    lock.lock();
    try {
      tooMany = ++rounds > MOST_ROUNDS;
      answers = new LinkedHashMap<>();
      missing = asked.questions().size();
    } finally {
      lock.unlock();
    }
    if (tooMany) {
      next.fail("The server asked for more input " + MOST_ROUNDS + " times, and would again.");
    } else if (asked.questions().isEmpty()) {
      var _ =
          request
              .session()
              .relay()
              .time()
              .after(PACE, () -> next.again(new InputResponses(Map.of(), asked.requestState())));
    } else {
      ask(link, asked);
    }
  }

  private void ask(UpstreamConnection link, InputRequired asked) {
    var session = request.session();
    for (var question : asked.questions()) {
      if (!question.isAllowed(session.capabilities())) {
        next.fail(
            "The server needs an answer to "
                + question.method()
                + ", and this client has not declared that it can be asked.");
        return;
      }
    }
    var round = new Round(link, asked.requestState());
    for (var question : asked.questions()) {
      session.questions().ask(new Embedded(round, question), request.replyTo());
    }
    // The other party: close, which may have looked at what is open just before.
    if (over) {
      close();
    }
  }

  /** The request is over: what its client is still asked is taken back. */
  void close() {
    over = true;
    request
        .session()
        .questions()
        .withdraw(
            question -> question instanceof Embedded embedded && embedded.isOf(this),
            "The request that this belonged to is over.");
  }

  /** One round: it ends when every question has its answer, or one of them has none. */
  private final class Round {
    private final UpstreamConnection link;
    private final @Nullable RawJson state;
    private final AtomicBoolean failed = new AtomicBoolean();

    Round(UpstreamConnection link, @Nullable RawJson state) {
      this.link = link;
      this.state = state;
    }

    Interview interview() {
      return Interview.this;
    }

    Revision revision() {
      return request.session().revision();
    }

    void answered(String key, RawJson result) {
      Map<String, RawJson> all;
      lock.lock();
      try {
        answers.put(key, result);
        if (--missing > 0) {
          return;
        }
        all = answers;
      } finally {
        lock.unlock();
      }
      if (!failed.get()) {
        next.again(new InputResponses(all, state));
      }
    }

    void failed(String why) {
      if (failed.compareAndSet(false, true)) {
        next.fail(why);
      }
    }
  }

  private record Embedded(Round round, Question question) implements OpenQuestion {
    boolean isOf(Interview interview) {
      return round.interview() == interview;
    }

    @Override
    public UpstreamConnection link() {
      return round.link;
    }

    @Override
    public @Nullable RequestId askedAs() {
      return null;
    }

    @Override
    public String method() {
      return question.method();
    }

    @Override
    public byte @Nullable [] params() {
      var params = question.params();
      return params == null ? null : params.bytes();
    }

    @Override
    public @Nullable RequestId token() {
      return null;
    }

    @Override
    public byte[] asRequest(RequestId own) {
      return Messages.request(
          own, method(), question.legacyParams(round.revision(), UUID.randomUUID().toString()));
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
    public void answered(byte[] result) {
      round.answered(question.key(), RawJson.of(result));
    }

    @Override
    public void refused(String why) {
      round.failed(why);
    }
  }
}
