package dev.belay.gateway.relay;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.belay.gateway.upstream.Delivery;
import dev.belay.gateway.upstream.Discovery;
import dev.belay.gateway.upstream.UpstreamProcess;
import dev.belay.mcp.envelope.Envelope;
import dev.belay.mcp.envelope.Member;
import dev.belay.mcp.era.Era;
import dev.belay.mcp.era.Revision;
import dev.belay.mcp.era.UnsupportedVersion;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Predicate;

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

  /** How long a server that refused {@code initialize} may take to say what it speaks. */
  private static final Duration DISCOVER_LIMIT = Duration.ofSeconds(10);

  private final ClientSession session;
  private final ReentrantLock lock = new ReentrantLock();

  @GuardedBy("lock") private Verdict verdict = Verdict.UNKNOWN;

  @GuardedBy("lock") private List<UndecidedRequest> waiting = new ArrayList<>();

  EraGuard(ClientSession session) {
    this.session = session;
  }

  /**
   * Lets a modern request proceed if the server is modern too; else answers it.
   *
   * @param proceed begins with the request, once it has entered what is in flight
   */
  void modern(Envelope request, ReplyTo reply, Consumer<Predicate<ClientRequest>> proceed) {
    if (request.method().equals("server/discover")) {
      // The server itself answers this one, and its client falls back if it does not know it.
      proceed.accept(session.inFlight()::add);
      return;
    }
    Verdict now;
    lock.lock();
    try {
      now = verdict;
      if (now == Verdict.UNKNOWN || now == Verdict.ASKED) {
        var undecided = new UndecidedRequest(session.inFlight(), request, reply, proceed);
        session.inFlight().add(undecided);
        waiting.add(undecided);
        verdict = Verdict.ASKED;
      }
    } finally {
      lock.unlock();
    }
    switch (now) {
      case UNKNOWN -> ask();
      case ASKED -> {}
      case MODERN -> proceed.accept(session.inFlight()::add);
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
                process.discover(startLimit(), EraGuard.this::discovered);
              }

              @Override
              public void unavailable(String why) {
                discovered(Discovery.GONE);
              }
            });
  }

  /** A server may begin to answer only once it has started. */
  private Duration startLimit() {
    var limit = session.server().startupTimeout();
    return limit.isZero() ? Duration.ofDays(365) : limit;
  }

  /** What came of {@code server/discover}, whoever asked. */
  void discovered(Discovery found) {
    switch (found) {
      case MODERN -> {
        session.upstream().replay().modern();
        decide(Verdict.MODERN);
      }
      case LEGACY -> decide(Verdict.LEGACY);
      // Whoever waits hears that from the server's own absence, and the next one asks again.
      case GONE -> decide(Verdict.UNKNOWN);
    }
  }

  private void decide(Verdict found) {
    List<UndecidedRequest> next;
    lock.lock();
    try {
      verdict = found;
      next = waiting;
      waiting = new ArrayList<>();
    } finally {
      lock.unlock();
    }
    for (var one : next) {
      if (found != Verdict.LEGACY) {
        one.goOn();
      } else if (one.end()) {
        refuse(one.request(), one.reply());
      }
    }
  }

  private void refuse(Envelope request, ReplyTo reply) {
    var text =
        "The server \""
            + session.serverName()
            + "\" speaks only the legacy era of MCP, and this request is of the modern one. "
            + "Open with initialize.";
    reply.send(
        new UnsupportedVersion(text, Revision.of(Era.LEGACY))
            .answer(request, Member.META_PROTOCOL_VERSION));
  }

  /**
   * Answers a client whose {@code initialize} the server refused: where the server is modern, with
   * an error that says so, else with the server's own.
   */
  void refused(UpstreamProcess process, Envelope initialize, byte[] own, ReplyTo reply) {
    process.discover(
        DISCOVER_LIMIT,
        found -> reply.send(found == Discovery.MODERN ? onlyModern(initialize) : own));
  }

  private byte[] onlyModern(Envelope initialize) {
    var text =
        "The server \""
            + session.serverName()
            + "\" speaks only the modern era of MCP (2026-07-28), and this client "
            + "opened with initialize. Use a client that speaks it.";
    return new UnsupportedVersion(text, Revision.of(Era.MODERN))
        .answer(initialize, Member.PARAMS_PROTOCOL_VERSION);
  }
}
