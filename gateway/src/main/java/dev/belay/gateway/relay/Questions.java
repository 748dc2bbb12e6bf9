package dev.belay.gateway.relay;

import dev.belay.core.call.Call;
import dev.belay.gateway.upstream.CancelParams;
import dev.belay.gateway.upstream.UpstreamConnection;
import dev.belay.mcp.envelope.Envelope;
import dev.belay.mcp.envelope.Member;
import dev.belay.mcp.envelope.Messages;
import dev.belay.mcp.envelope.RequestId;
import dev.belay.mcp.envelope.Splice;
import dev.belay.mcp.session.ReplyTo;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Predicate;

/**
 * The open questions to a legacy client (sampling, elicitation, roots, pings).
 *
 * <p>The client sees ids and tokens of Belay's own. While a question is open, the idle clocks of
 * its calls on the connection are held: the upstream waits for a person, it does not hang (C17); a
 * ping asks no person. Safe for use by many threads: the thread that removes a question from the
 * map ends it.
 */
final class Questions {
  private static final int MOST = 1_024;

  private record Open(OpenQuestion question, ReplyTo via, List<Call.Hold> holds) {
    void over() {
      holds.forEach(Call.Hold::close);
    }
  }

  private final ClientSession session;
  private final AtomicLong ids = new AtomicLong(1);
  private final Map<RequestId, Open> open = new ConcurrentHashMap<>();
  private volatile boolean left;

  Questions(ClientSession session) {
    this.session = session;
  }

  /** Sends the question to the client by {@code via}. */
  void ask(OpenQuestion question, ReplyTo via) {
    if (open.size() >= MOST) {
      question.refused("More than " + MOST + " questions to the client are open.");
      return;
    }
    var own = RequestId.of(ids.getAndIncrement());
    var link = question.link();
    var holds =
        link == null || question.method().equals("ping")
            ? List.<Call.Hold>of()
            : holdCallsOn(session, link);
    var asked = new Open(question, via, holds);
    open.put(own, asked);
    // Races with clientLeft, which may have read the map just before.
    if (left && open.remove(own, asked)) {
      asked.over();
      question.refused("The client has left.");
      return;
    }
    if (!via.tell(question.asRequest(own)) && open.remove(own, asked)) {
      asked.over();
      question.refused("The client does not read what it is sent.");
    }
  }

  static List<Call.Hold> holdCallsOn(ClientSession session, UpstreamConnection link) {
    var holds = new ArrayList<Call.Hold>();
    for (var request : session.inFlight().all()) {
      var call = request.on(link);
      if (call != null) {
        holds.add(call.hold(Call.QUESTION));
      }
    }
    return holds;
  }

  /** The client has answered; an answer without an open question is dropped. */
  void answered(Envelope response) {
    var id = response.id();
    var asked = id == null ? null : open.remove(id);
    if (asked != null) {
      asked.over();
      asked.question().answered(response);
    }
  }

  /** The client reports progress on a question. */
  void progressed(Envelope notification) {
    var own = notification.id(Member.PARAMS_PROGRESS_TOKEN);
    var asked = own == null ? null : open.get(own);
    var token = asked == null ? null : asked.question().token();
    var link = asked == null ? null : asked.question().link();
    if (link != null && token != null) {
      link.tell(Splice.of(notification).set(Member.PARAMS_PROGRESS_TOKEN, token).bytes());
    }
  }

  /** The connection that the questions arrived on is lost, and accepts no answer. */
  void gone(UpstreamConnection link) {
    // A modern server waits for no answer, but the request behind its question does.
    withdraw(question -> question.link() == link, "The server has ended.")
        .forEach(
            question -> question.refused("The server has ended before it had what it asked for."));
  }

  /**
   * Withdraws the questions that are moot.
   *
   * @return those that were open
   */
  List<OpenQuestion> withdraw(Predicate<? super OpenQuestion> moot, String reason) {
    var withdrawn = new ArrayList<OpenQuestion>();
    for (var own : List.copyOf(open.keySet())) {
      var asked = open.get(own);
      if (asked != null && moot.test(asked.question()) && open.remove(own, asked)) {
        asked.over();
        withdrawn.add(asked.question());
        var taken = Messages.notification("notifications/cancelled", CancelParams.of(own, reason));
        // The request of the question may be answered already, and accept no more messages.
        if (!asked.via().tell(taken)) {
          session.link().tell(taken);
        }
      }
    }
    return withdrawn;
  }

  /** The client is gone: refuses its open questions. */
  void clientLeft() {
    left = true;
    for (var own : List.copyOf(open.keySet())) {
      var asked = open.remove(own);
      if (asked != null) {
        asked.over();
        asked.question().refused("The client has left.");
      }
    }
  }
}
