package dev.belay.gateway.relay;

import dev.belay.core.call.Call;
import dev.belay.gateway.upstream.CancelParams;
import dev.belay.gateway.upstream.UpstreamProcess;
import dev.belay.mcp.envelope.Envelope;
import dev.belay.mcp.envelope.ErrorCode;
import dev.belay.mcp.envelope.Member;
import dev.belay.mcp.envelope.Messages;
import dev.belay.mcp.envelope.RequestId;
import dev.belay.mcp.envelope.Splice;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * What the upstream has asked its client (sampling, elicitation, roots, pings) and what is still
 * open.
 *
 * <p>The client sees ids and tokens of Belay's own. While a question is open, the idle clocks of
 * the process's calls stand still: the upstream waits for a person, it does not hang (C17); a ping
 * asks no person. Safe for use by many threads: whoever removes a question from the map ends it.
 */
final class Questions {
  private static final int MOST = 1_024;

  private record Question(
      UpstreamProcess process,
      RequestId askedAs,
      @Nullable RequestId token,
      List<Call.Hold> holds) {
    void over() {
      holds.forEach(Call.Hold::close);
    }
  }

  private final ClientSession session;
  private final AtomicLong ids = new AtomicLong(1);
  private final Map<RequestId, Question> open = new ConcurrentHashMap<>();

  Questions(ClientSession session) {
    this.session = session;
  }

  void ask(UpstreamProcess process, Envelope request) {
    var askedAs = request.requireId();
    if (open.size() >= MOST) {
      refuse(process, askedAs, "More than " + MOST + " questions to the client are open.");
      return;
    }
    var own = RequestId.of(ids.getAndIncrement());
    var token = request.id(Member.META_PROGRESS_TOKEN);
    var holds = request.method().equals("ping") ? List.<Call.Hold>of() : holdCallsOn(process);
    var question = new Question(process, askedAs, token, holds);
    open.put(own, question);
    var message = Splice.of(request).id(own);
    if (token != null) {
      message.set(Member.META_PROGRESS_TOKEN, own);
    }
    if (!session.out().tell(message.bytes()) && open.remove(own, question)) {
      question.over();
      refuse(process, askedAs, "The client does not read what it is sent.");
    }
  }

  private List<Call.Hold> holdCallsOn(UpstreamProcess process) {
    var holds = new ArrayList<Call.Hold>();
    for (var request : session.inFlight().all()) {
      var call = request instanceof GovernedRequest governed ? governed.on(process) : null;
      if (call != null) {
        holds.add(call.hold("question to the client"));
      }
    }
    return holds;
  }

  private static void refuse(UpstreamProcess process, RequestId askedAs, String why) {
    process.answer(Messages.error(askedAs, ErrorCode.INTERNAL_ERROR, why));
  }

  /** The client has answered; an answer to nothing is dropped. */
  void answered(Envelope response) {
    var id = response.id();
    var question = id == null ? null : open.remove(id);
    if (question != null) {
      question.over();
      question.process().answer(Splice.of(response).id(question.askedAs()).bytes());
    }
  }

  /** The client has answered with what is no message, which the upstream cannot be given. */
  void garbled(@Nullable RequestId id, String why) {
    var question = id == null ? null : open.remove(id);
    if (question != null) {
      question.over();
      refuse(question.process(), question.askedAs(), "The client's answer was no message: " + why);
    }
  }

  /** The client reports progress on a question. */
  void progressed(Envelope notification) {
    var own = notification.id(Member.PARAMS_PROGRESS_TOKEN);
    var question = own == null ? null : open.get(own);
    if (question != null && question.token() != null) {
      question
          .process()
          .tell(
              Splice.of(notification).set(Member.PARAMS_PROGRESS_TOKEN, question.token()).bytes());
    }
  }

  /** The upstream takes a question back. */
  void withdrawn(UpstreamProcess process, Envelope notification) {
    var askedAs = notification.id(Member.PARAMS_REQUEST_ID);
    for (var entry : open.entrySet()) {
      var question = entry.getValue();
      if (question.process() == process && question.askedAs().equals(askedAs)) {
        withdraw(entry.getKey(), question, notification.text(Member.PARAMS_REASON));
      }
    }
  }

  /** The process that asked is gone, and can take no answer. */
  void gone(UpstreamProcess process) {
    for (var entry : open.entrySet()) {
      if (entry.getValue().process() == process) {
        withdraw(entry.getKey(), entry.getValue(), "The server has ended.");
      }
    }
  }

  private void withdraw(RequestId own, Question question, @Nullable String reason) {
    if (open.remove(own, question)) {
      question.over();
      session
          .out()
          .tell(
              Messages.notification(
                  "notifications/cancelled", CancelParams.of(own, reason == null ? "" : reason)));
    }
  }
}
