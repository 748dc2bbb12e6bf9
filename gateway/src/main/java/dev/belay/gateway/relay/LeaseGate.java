package dev.belay.gateway.relay;

import dev.belay.config.ServerSettings;
import dev.belay.core.call.CallInfo;
import dev.belay.core.call.Gate;
import dev.belay.core.call.RefusedException;
import dev.belay.core.call.Seconds;
import dev.belay.gateway.upstream.Lease;
import dev.belay.gateway.upstream.Unavailable;
import dev.belay.gateway.upstream.Upstream;
import dev.belay.gateway.upstream.UpstreamConnection;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import org.jspecify.annotations.Nullable;

/** The gate where a call waits for a process; the start of a server does not consume its limits. */
final class LeaseGate implements Gate {
  static final String NAME = "server";

  private final Upstream upstream;
  private final Duration limit;
  private final String expired;
  private volatile @Nullable Lease lease;

  /** The call is over. */
  private volatile boolean passed;

  LeaseGate(Upstream upstream, Patience patience) {
    this.upstream = upstream;
    limit = patience.limit();
    expired = patience.expired();
  }

  /**
   * How long a call waits for the upstream, and the text for one that waited in vain.
   *
   * @param limit how long a call may wait
   * @param expired the refusal of a call that waited that long
   */
  record Patience(Duration limit, String expired) {
    static Patience of(Upstream upstream, ServerSettings server) {
      return new Patience(
          server.startupTimeout(),
          "The server was not ready within "
              + Seconds.text(server.startupTimeout())
              + "s (startup_timeout). Raise "
              + server.lever("startup_timeout")
              + " if it needs longer to start."
              + upstream.waitingText());
    }
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public Duration limit() {
    return limit;
  }

  @Override
  public String expired() {
    return expired;
  }

  @Override
  public Pass enter(CallInfo call) throws InterruptedException, RefusedException {
    try {
      var granted = upstream.lease(call.caller().principal());
      lease = granted;
      return this::passed;
    } catch (Unavailable e) {
      throw new RefusedException(client(e));
    }
  }

  /** {@return the reason for clients if there is no process} */
  String client(Unavailable why) {
    return upstream.client(why.text());
  }

  private void passed() {
    passed = true;
    lease().close();
  }

  /**
   * The server has refused the call; true if it speaks another era than recorded, in which another
   * connection is now leased instead.
   */
  boolean renew(CallInfo call) throws InterruptedException {
    var last = lease();
    try {
      if (!upstream.refused(last.link()).get()) {
        return false;
      }
      var next = upstream.lease(call.caller().principal());
      lease = next;
      last.close();
      // Races with the end of the call, which may have closed the last lease.
      if (passed) {
        next.close();
      }
      return true;
    } catch (ExecutionException | Unavailable _) {
      return false;
    }
  }

  /** Returns the process, and leases one for another attempt. */
  void anew(CallInfo call) throws InterruptedException, Unavailable {
    lease().close();
    var next = upstream.lease(call.caller().principal());
    lease = next;
    // Races with the end of the call, which may have closed the last lease.
    if (passed) {
      next.close();
    }
  }

  /** {@return true if the call runs on {@code link}} */
  boolean isOn(UpstreamConnection link) {
    var granted = lease;
    return granted != null && granted.link() == link;
  }

  /** {@return the present lease; only after {@link #enter}} */
  Lease lease() {
    return Objects.requireNonNull(lease);
  }
}
