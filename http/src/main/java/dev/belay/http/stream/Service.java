package dev.belay.http.stream;

import dev.belay.core.share.Shares;
import dev.belay.core.time.Deadline;
import dev.belay.core.time.Time;
import dev.belay.mcp.session.ClientLink;
import dev.belay.mcp.session.Conversation;
import dev.belay.mcp.session.SessionFactory;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Base64;
import java.util.concurrent.atomic.AtomicLong;

/** State shared by all transports of MCP over HTTP. */
final class Service {
  /** The time allowed for rendering and sending an answer, beyond the call's own limit (S0-35). */
  static final Duration MARGIN = Duration.ofSeconds(30);

  /** The ratio of the budget for requests to that for replays. */
  private static final int REPLAYS = 4;

  private final SessionFactory host;
  private final Time time;
  private final StreamBounds bounds;
  private final ToolSchemas schemas;
  private final PendingRequests inFlight;
  private final Shares replays;
  private final Admission admission;
  private final SessionIds sessionIds = new SessionIds();
  private final AtomicLong clients = new AtomicLong();

  Service(SessionFactory host, Time time, StreamBounds bounds, ToolSchemas schemas, Shares memory) {
    this.host = host;
    this.time = time;
    this.bounds = bounds;
    this.schemas = schemas;
    this.replays = new Shares(memory.most() / REPLAYS);
    this.admission = new Admission(bounds);
    this.inFlight = new PendingRequests(time, bounds, memory);
  }

  SessionFactory host() {
    return host;
  }

  /** Opens a conversation for an owner with a place; returns the place if that fails. */
  Conversation open(String owner, ClientLink client) {
    try {
      return host.open(client);
    } catch (RuntimeException | Error e) {
      admission.leave(owner);
      throw e;
    }
  }

  Time time() {
    return time;
  }

  StreamBounds bounds() {
    return bounds;
  }

  ToolSchemas schemas() {
    return schemas;
  }

  PendingRequests inFlight() {
    return inFlight;
  }

  /** {@return the budget for events kept for replay} */
  Shares replays() {
    return replays;
  }

  Admission admission() {
    return admission;
  }

  SessionIds sessionIds() {
    return sessionIds;
  }

  /** {@return a client name that is unique in this process, and not a secret} */
  String newClientId() {
    return "http-" + clients.incrementAndGet();
  }

  /**
   * {@return when HTTP itself ends a request whose call begins to run now}
   *
   * @param limit the limit of the call; zero for no limit
   */
  Deadline deadline(Duration limit) {
    return limit.isZero() ? Deadline.NEVER : Deadline.after(time.nanos(), limit.plus(MARGIN));
  }

  /** Generates unguessable session ids in visible ASCII (MCP 2025-11-25 §session-management). */
  static final class SessionIds {
    private static final int BYTES = 24;

    private final SecureRandom random = new SecureRandom();

    String next() {
      var bytes = new byte[BYTES];
      random.nextBytes(bytes);
      return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }
  }
}
