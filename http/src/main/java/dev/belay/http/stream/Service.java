package dev.belay.http.stream;

import dev.belay.core.share.Shares;
import dev.belay.core.time.Deadline;
import dev.belay.core.time.Time;
import dev.belay.mcp.envelope.Envelope;
import dev.belay.mcp.session.ClientLink;
import dev.belay.mcp.session.Conversation;
import dev.belay.mcp.session.Host;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

/** What every way into MCP over HTTP shares. */
final class Service {
  /** What an answer may take on its way, beyond the call's own limit (S0-35). */
  static final Duration MARGIN = Duration.ofSeconds(30);

  /** What sessions may keep to send again: such a part of what else clients may have held. */
  private static final int REPLAYS = 4;

  private final Host host;
  private final Time time;
  private final StreamBounds bounds;
  private final CallLimit limits;
  private final ToolSchemas schemas;
  private final InFlight inFlight;
  private final Shares replays;
  private final Admission admission;
  private final SessionIds sessionIds = new SessionIds();
  private final AtomicLong clients = new AtomicLong();

  Service(
      Host host,
      Time time,
      StreamBounds bounds,
      CallLimit limits,
      ToolSchemas schemas,
      Shares memory) {
    this.host = host;
    this.time = time;
    this.bounds = bounds;
    this.limits = limits;
    this.schemas = schemas;
    this.replays = new Shares(memory.most() / REPLAYS);
    this.admission = new Admission(bounds);
    this.inFlight = new InFlight(time, bounds, memory);
  }

  Host host() {
    return host;
  }

  /**
   * Opens a conversation of an owner that has been admitted; where it cannot, its place is free.
   */
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

  InFlight inFlight() {
    return inFlight;
  }

  /** {@return the room for what sessions keep to send again, beside that for what is under way} */
  Shares replays() {
    return replays;
  }

  Admission admission() {
    return admission;
  }

  SessionIds sessionIds() {
    return sessionIds;
  }

  /** {@return a name that no other client has while the program runs, and that is no secret} */
  String newClientId() {
    return "http-" + clients.incrementAndGet();
  }

  /** {@return when HTTP itself gives up on a request that came at {@code began}} */
  Deadline deadline(Envelope request, long began) {
    var limit = limits.of(request);
    return limit.isZero() ? Deadline.NEVER : Deadline.after(began, limit.plus(MARGIN));
  }
}
