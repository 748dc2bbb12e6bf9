package dev.belay.gateway.relay;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.belay.gateway.upstream.Delivery;
import dev.belay.gateway.upstream.UpstreamProcess;
import dev.belay.mcp.envelope.Envelope;
import dev.belay.mcp.envelope.ErrorCode;
import dev.belay.mcp.envelope.Member;
import dev.belay.mcp.envelope.Messages;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Finds out whether the upstream speaks the client's era, and says so clearly where it does not.
 *
 * <p>A modern client may begin with any request, and a legacy server may never answer that; so the
 * first one waits until the server has been asked what it speaks (MCP 2026-07-28 §versioning).
 *
 * <p>Concurrency: {@code lock} guards the verdict and who waits for it.
 */
final class EraGuard {
  private enum Verdict {
    UNKNOWN,
    ASKED,
    MODERN,
    LEGACY
  }

  private record Waiting(Envelope request, ReplyTo reply, Runnable proceed) {}

  private final ClientSession session;
  private final ReentrantLock lock = new ReentrantLock();

  @GuardedBy("lock") private Verdict verdict = Verdict.UNKNOWN;

  @GuardedBy("lock") private List<Waiting> waiting = new ArrayList<>();

  EraGuard(ClientSession session) {
    this.session = session;
  }

  /** Lets a modern request proceed if the server is modern too; else answers it. */
  void modern(Envelope request, ReplyTo reply, Runnable proceed) {
    if (request.method().equals("server/discover")) {
      // The server itself answers this one, and its client falls back if it does not know it.
      proceed.run();
      return;
    }
    Verdict now;
    lock.lock();
    try {
      now = verdict;
      if (now == Verdict.UNKNOWN || now == Verdict.ASKED) {
        waiting.add(new Waiting(request, reply, proceed));
        verdict = Verdict.ASKED;
      }
    } finally {
      lock.unlock();
    }
    switch (now) {
      case UNKNOWN -> ask();
      case ASKED -> {}
      case MODERN -> proceed.run();
      case LEGACY -> refuse(request, reply);
    }
  }

  private void ask() {
    session
        .upstream()
        .deliver(
            new Delivery() {
              @Override
              public void to(UpstreamProcess process) {
                process.discover(EraGuard.this::discovered);
              }

              @Override
              public void unavailable(String why) {
                // Whoever waits hears that from the server's own absence.
                decide(Verdict.MODERN);
                reset();
              }
            });
  }

  private void reset() {
    lock.lock();
    try {
      verdict = Verdict.UNKNOWN;
    } finally {
      lock.unlock();
    }
  }

  /** The server's answer to {@code server/discover}, whoever asked; false for an error or none. */
  void discovered(boolean isModern) {
    decide(isModern ? Verdict.MODERN : Verdict.LEGACY);
  }

  private void decide(Verdict found) {
    List<Waiting> next;
    lock.lock();
    try {
      verdict = found;
      next = waiting;
      waiting = new ArrayList<>();
    } finally {
      lock.unlock();
    }
    if (found == Verdict.MODERN) {
      session.upstream().replay().modern();
    }
    for (var one : next) {
      if (found == Verdict.LEGACY) {
        refuse(one.request(), one.reply());
      } else {
        one.proceed().run();
      }
    }
  }

  private void refuse(Envelope request, ReplyTo reply) {
    var requested = request.raw(Member.META_PROTOCOL_VERSION);
    reply.send(
        unsupported(
            request,
            "The server \""
                + session.serverName()
                + "\" speaks only the legacy era of MCP, and this request is of the modern one. "
                + "Open with initialize.",
            "[\"2025-11-25\",\"2025-06-18\",\"2025-03-26\",\"2024-11-05\"]",
            requested));
  }

  /**
   * Answers a client whose {@code initialize} the server refused: where the server is modern, with
   * an error that says so, else with the server's own.
   */
  void refused(UpstreamProcess process, Envelope initialize, byte[] own, ReplyTo reply) {
    process.discover(isModern ->
        reply.send(
            isModern
                ? unsupported(
                    initialize,
                    "The server \""
                        + session.serverName()
                        + "\" speaks only the modern era of MCP (2026-07-28), and this client "
                        + "opened with initialize. Use a client that speaks it.",
                    "[\"2026-07-28\"]",
                    initialize.raw(Member.PARAMS_PROTOCOL_VERSION))
                : own));
  }

  private static byte[] unsupported(
      Envelope request, String text, String supported, byte @Nullable [] requested) {
    var data = new ByteArrayOutputStream();
    data.writeBytes(("{\"supported\":" + supported).getBytes(StandardCharsets.US_ASCII));
    if (requested != null) {
      data.writeBytes(",\"requested\":".getBytes(StandardCharsets.US_ASCII));
      data.writeBytes(requested);
    }
    data.write('}');
    return Messages.error(
        request.requireId(),
        ErrorCode.UNSUPPORTED_PROTOCOL_VERSION.code(),
        text,
        data.toByteArray());
  }
}
