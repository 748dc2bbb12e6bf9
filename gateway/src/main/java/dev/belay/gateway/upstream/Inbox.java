package dev.belay.gateway.upstream;

import dev.belay.mcp.envelope.Batches;
import dev.belay.mcp.envelope.Bounds;
import dev.belay.mcp.envelope.Envelope;
import dev.belay.mcp.envelope.Kind;
import dev.belay.mcp.envelope.MalformedEnvelope;
import dev.belay.mcp.envelope.Member;
import dev.belay.mcp.envelope.RequestId;
import dev.belay.mcp.stdio.StdioEnd;
import dev.belay.mcp.stdio.StdioHandler;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** What one process of an upstream says, sorted: answers, progress, questions, news, garbage. */
final class Inbox implements StdioHandler {
  private static final int SHOWN = 200;

  private final UpstreamProcess process;
  private final Server server;
  private final ProcessEnd end;

  Inbox(UpstreamProcess process, Server server, ProcessEnd end) {
    this.process = process;
    this.server = server;
    this.end = end;
  }

  @Override
  public void onMessage(byte[] line) {
    try {
      if (Batches.isBatch(line)) {
        for (var member : Batches.split(line, Bounds.DEFAULT)) {
          sort(Envelope.parse(member, Bounds.DEFAULT));
        }
      } else {
        sort(Envelope.parse(line, Bounds.DEFAULT));
      }
    } catch (MalformedEnvelope e) {
      garbage(line, e);
    }
  }

  private void sort(Envelope message) {
    switch (message.kind()) {
      case RESPONSE, ERROR -> answer(message);
      case REQUEST -> server.listener().asked(process, message);
      case NOTIFICATION -> notification(message);
    }
  }

  private void answer(Envelope response) {
    long id = number(response.id());
    var exchange = process.takeOpen(id);
    if (exchange == null) {
      exchange = process.cancelled().remove(id);
    }
    if (exchange != null) {
      exchange.answered(response);
    } else if (!process.isLost()) {
      server
          .report()
          .say(
              server.name()
                  + " answered a request that it was never sent: "
                  + shown(response.bytes()));
    }
  }

  private void notification(Envelope notification) {
    if (notification.method().equals("notifications/progress")) {
      long token = number(notification.id(Member.PARAMS_PROGRESS_TOKEN));
      var exchange = process.open(token);
      if (exchange == null) {
        exchange = process.cancelled().get(token);
      }
      if (exchange != null) {
        exchange.progressed(notification);
        return;
      }
    }
    server.listener().told(process, notification);
  }

  /** Own ids are whole numbers; -1, which is none, stands for everything else. */
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
    if (why.kind() == Kind.REQUEST || why.kind() == Kind.NOTIFICATION) {
      // Its id, if it has one, is the server's own.
      return;
    }
    lose(
        process.takeOpen(number(why.id())),
        server.name() + " sent an answer that is no message: " + why.getMessage());
  }

  private static void lose(@Nullable Exchange exchange, String why) {
    if (exchange != null) {
      exchange.lost(new Loss(Loss.Kind.GARBLED, why));
    }
  }

  @Override
  public void onOversized(String start) {
    var text =
        server.name()
            + " wrote a line longer than "
            + server.maxLineBytes()
            + " bytes (mcp.max_line_bytes), which was skipped";
    server.report().say(text + ". It begins: " + start);
    long id = AnswerHead.id(start);
    lose(
        id < 0 ? process.takeOnlyOpen() : process.takeOpen(id),
        text + ": the answer to this call is lost.");
  }

  @Override
  public void onEnd(StdioEnd ending) {
    switch (ending) {
      case StdioEnd.Closed _, StdioEnd.Broken _ -> {}
      case StdioEnd.Unfinished(long bytes, String start) ->
          server
              .report()
              .say(server.name() + " ended within a line, after " + bytes + " bytes: " + start);
      case StdioEnd.HandlerFailed(Throwable cause) ->
          server.report().say("A defect in Belay cut off " + server.name() + ": " + cause);
    }
    end.outputEnded();
  }

  @Override
  public void onWriteFailed(IOException cause) {
    // It has closed its input: that it is ending shows on its output, or by its silence.
  }

  private static String shown(byte[] line) {
    var text = new String(line, 0, Math.min(line.length, SHOWN), StandardCharsets.UTF_8);
    return line.length > SHOWN ? text + "…" : text;
  }
}
