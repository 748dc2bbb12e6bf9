package dev.belay.gateway.relay;

import dev.belay.core.call.CallInfo;
import dev.belay.core.call.Gate;
import dev.belay.core.call.RefusedException;
import dev.belay.core.call.Seconds;
import dev.belay.gateway.upstream.Lease;
import dev.belay.gateway.upstream.ServerLink;
import dev.belay.gateway.upstream.Unavailable;
import dev.belay.gateway.upstream.Upstream;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Where one call waits for a process to run on: starting a server does not eat its limits. */
final class LeaseGate implements Gate {
  private final Upstream upstream;
  private final Duration limit;
  private volatile @Nullable Lease lease;

  LeaseGate(Upstream upstream, Duration startupTimeout) {
    this.upstream = upstream;
    limit = startupTimeout;
  }

  @Override
  public String name() {
    return "server";
  }

  @Override
  public Duration limit() {
    return limit;
  }

  @Override
  public String expired() {
    return "The server was not ready within "
        + Seconds.text(limit)
        + "s (startup_timeout). Raise --startup-timeout if it needs longer to start."
        + upstream.waitingText();
  }

  @Override
  public Pass enter(CallInfo call) throws InterruptedException, RefusedException {
    try {
      var granted = upstream.lease();
      lease = granted;
      return granted::close;
    } catch (Unavailable e) {
      throw new RefusedException(e.text());
    }
  }

  /** {@return true if the call runs on {@code link}} */
  boolean isOn(ServerLink link) {
    var granted = lease;
    return granted != null && granted.link() == link;
  }

  /** {@return what {@link #enter} got} */
  Lease lease() {
    return Objects.requireNonNull(lease);
  }
}
