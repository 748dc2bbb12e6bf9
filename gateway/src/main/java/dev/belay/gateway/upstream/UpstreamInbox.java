package dev.belay.gateway.upstream;

import dev.belay.mcp.envelope.Batches;
import dev.belay.mcp.envelope.Bounds;
import dev.belay.mcp.envelope.Envelope;
import dev.belay.mcp.envelope.Kind;
import dev.belay.mcp.envelope.MalformedEnvelope;
import dev.belay.mcp.envelope.Member;
import dev.belay.mcp.envelope.Messages;
import dev.belay.mcp.envelope.RequestId;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** Dispatches a connection's messages: answers, progress, requests, notifications, garbage. */
final class UpstreamInbox {
  private static final int SHOWN = 200;
  private static final String ECHO =
      " sent Belay's own request back: it repeats what it reads, and is no MCP server. Is its"
          + " command complete?";

  private final UpstreamConnection link;
  private final Server server;

  UpstreamInbox(UpstreamConnection link, Server server) {
    this.link = link;
    this.server = server;
  }

  /**
   * Takes one message or a batch, as received.
   *
   * @param during the request on whose stream it arrived; null if there are no such streams
   */
  void take(byte[] message, @Nullable RequestId during) {
    if (!Batches.isBatch(message)) {
      takeOne(message, during);
      return;
    }
    try {
      Batches.split(message, Bounds.DEFAULT).forEach(member -> takeOne(member, during));
    } catch (MalformedEnvelope e) {
      garbage(message, e);
    }
  }

  private void takeOne(byte[] message, @Nullable RequestId during) {
    try {
      sort(Envelope.parse(message, Bounds.DEFAULT), during);
    } catch (MalformedEnvelope e) {
      garbage(message, e);
    }
  }

  private void sort(Envelope message, @Nullable RequestId during) {
    var origin = during == null ? null : origin(during);
    switch (message.kind()) {
      case RESPONSE, ERROR -> answer(message);
      case REQUEST -> {
        var own = isOfClients(message) ? link.unanswered(number(message.id())) : null;
        if (own == null) {
          server.listener().asked(link, message, origin);
        } else {
          own.lost(garbled(server.name() + ECHO));
        }
      }
      case NOTIFICATION -> notification(message, origin);
    }
  }

  /** What only clients ask: a server that does so repeats what it reads. */
  private static boolean isOfClients(Envelope request) {
    var method = request.method();
    return method.equals("initialize")
        || method.equals("server/discover")
        || method.startsWith("tools/");
  }

  /** The request with that stream, also a cancelled one whose stream goes on. */
  private @Nullable UpstreamExchange origin(RequestId during) {
    return link.known(number(during));
  }

  private void answer(Envelope response) {
    var exchange = link.answered(number(response.id()));
    if (exchange != null) {
      exchange.answered(response);
    } else if (!link.isLost()) {
      server
          .report()
          .say(
              server.name()
                  + " answered a request that it was never sent: "
                  + shown(response.bytes()));
    }
  }

  private void notification(Envelope notification, @Nullable UpstreamExchange origin) {
    if (notification.method().equals("notifications/progress")) {
      var exchange = link.progressed(number(notification.id(Member.PARAMS_PROGRESS_TOKEN)));
      if (exchange != null) {
        exchange.progressed(ShortProgress.of(notification));
        return;
      }
    }
    server.listener().told(link, notification, origin);
  }

  /** Belay's own ids are positive integers; -1 stands for all else. */
  private static long number(@Nullable RequestId id) {
    try {
      return id == null ? -1 : Long.parseLong(id.toString());
    } catch (NumberFormatException _) {
      return -1;
    }
  }

  private void garbage(byte[] line, MalformedEnvelope why) {
    server
        .report()
        .say(
            server.name()
                + " wrote a line that is no message ("
                + why.getMessage()
                + "): "
                + shown(line));
    switch (why.kind()) {
      case REQUEST -> refuse(why);
      case NOTIFICATION -> {}
      // The id of anything else is taken for one of Belay's.
      case RESPONSE, ERROR -> broken(why);
      case null -> broken(why);
    }
  }

  /** Answers a malformed request, unless its id is unreadable: no answer would match it. */
  private void refuse(MalformedEnvelope request) {
    if (request.id() != null) {
      link.answer(Messages.error(request));
    }
  }

  private void broken(MalformedEnvelope answer) {
    lose(
        link.unanswered(number(answer.id())),
        garbled(server.name() + " sent an answer that is no message: " + answer.getMessage()));
  }

  private static Loss garbled(String why) {
    return new Loss(Loss.Kind.GARBLED, why);
  }

  private static void lose(@Nullable UpstreamExchange exchange, Loss why) {
    if (exchange != null) {
      exchange.lost(why);
    }
  }

  /** A message of ours was not written whole, so the server has not read it. */
  void unwritten(byte[] message) {
    var sent = Envelope.parseOwn(message);
    if (sent.kind() == Kind.REQUEST) {
      link.unread(number(sent.id()));
    }
  }

  /** No answer to a request of ours will come. */
  void unanswered(RequestId id, Loss why) {
    lose(link.unanswered(number(id)), why);
  }

  /** A message was too long to be taken; {@code start} is how it begins. */
  void oversized(String start) {
    skipped(
        server.name()
            + " wrote a line longer than "
            + server.maxLineBytes()
            + " bytes (mcp.max_line_bytes), which was skipped",
        start);
  }

  /** There was no memory for a message; {@code start} is how it begins. */
  void crowdedOut(String start) {
    skipped(
        server.name()
            + " wrote a line for which there is no memory, since too much comes in at once; it was"
            + " skipped",
        start);
  }

  private void skipped(String text, String start) {
    server.report().say(text + ". It begins: " + start);
    long id = AnswerHead.id(start);
    lose(
        id < 0 ? link.onlyUnanswered() : link.unanswered(id),
        garbled(text + ": the answer to this call is lost."));
  }

  private static String shown(byte[] line) {
    var text = new String(line, 0, Math.min(line.length, SHOWN), StandardCharsets.UTF_8);
    return line.length > SHOWN ? text + "…" : text;
  }
}
