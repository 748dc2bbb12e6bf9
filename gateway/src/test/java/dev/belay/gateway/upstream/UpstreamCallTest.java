package dev.belay.gateway.upstream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belay.core.call.CallRequest;
import dev.belay.core.call.FailedException;
import dev.belay.core.call.Governor;
import dev.belay.core.call.Payload;
import dev.belay.core.call.StopStep;
import dev.belay.core.time.FaultyTime;
import dev.belay.core.time.HandTime;
import dev.belay.gateway.ByHand;
import dev.belay.mcp.envelope.Messages;
import dev.belay.mcp.envelope.RequestId;
import dev.belay.process.tree.Grace;
import java.lang.reflect.Field;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@DisplayName("A call on an upstream: the result of its stop is reported truthfully")
final class UpstreamCallTest {

  private static final Duration GRACE = Duration.ofSeconds(2);

  private final HandTime time = new HandTime();
  private final Puppets puppets = new Puppets();
  private final Upstream upstream = new Upstream(new DullServers(time).server().within(puppets));
  private final Governor governor = ByHand.governor(new HandTime());

  @BeforeEach
  void start() {
    upstream.start();
  }

  @AfterEach
  void closeAll() throws InterruptedException {
    upstream.close(Grace.none());
    governor.close();
  }

  private UpstreamCall call(Lease lease) {
    var noted = governor.start(CallRequest.of("x", Payload.EMPTY), _ -> Payload.EMPTY);
    return new UpstreamCall(
        lease, new DeafCall(new UpstreamUser("local", "deaf"), 0, noted.lateNote()), GRACE);
  }

  /** Begins to stop a call, and returns when its server has been asked for a sign of life. */
  private static CompletableFuture<StopStep> stopping(UpstreamCall call, Puppets.Puppet server)
      throws InterruptedException {
    var stopped = Puppets.stopping(call);
    Puppets.until(server::isAsked);
    return stopped;
  }

  /** Stops a call, of which its server hears nothing but that, and shows life. */
  private void stopTold(UpstreamCall call, UpstreamConnection link) throws InterruptedException {
    var stopped = stopping(call, Puppets.of(link));
    Puppets.of(link).answerPings();
    time.pass(GRACE);
    assertThat(stopped.join()).isEqualTo(StopStep.TOLD);
  }

  private static byte[] request(UpstreamCall call) {
    return Messages.request(RequestId.of(call.id()), "tools/call", null);
  }

  @Test
  @Tag("process")
  @DisplayName("C33: a server that crashed has not answered")
  void aServerThatCrashedHasNotAnswered() throws InterruptedException, Unavailable {
    var processes = new Processes();
    var crashing = new Upstream(processes.server());
    try {
      crashing.start();
      crashing.snapshot().established();
      var lease = crashing.lease("local");
      var call = call(lease);
      var _ = Processes.child(lease.link()).stop(Grace.none());
      lease.link().gone().join();
      assertThatThrownBy(() -> call.run(request(call))).isInstanceOf(FailedException.class);
      assertThat(call.stop(Puppets.STOP)).isEqualTo(StopStep.KILLED);
    } finally {
      crashing.close(Grace.none());
      processes.close();
    }
  }

  @Test
  @DisplayName(
      "A cancelled call does not keep its request, even if the server may still report on it")
  void aCancelledCallHoldsNoRequest() throws InterruptedException, Unavailable {
    var lease = upstream.lease("local");
    var link = lease.link();
    var call = call(lease);
    stopTold(call, link);
    assertThat(link.openRequests()).isZero();
    assertThat(link.known(call.id())).isInstanceOf(StoppedCall.class);
    // A listener holds the request, and so does its call.
    assertThat(StoppedCall.class.getDeclaredFields())
        .extracting(Field::getType)
        .doesNotContain(CallListener.class, UpstreamCall.class, Object.class)
        .noneMatch(Class::isArray);
  }

  @Test
  @DisplayName("P27: nothing of a cancelled call stays with a process that goes on serving")
  void stoppedCallsLeaveNoWaitBehind() throws InterruptedException, Unavailable {
    var link = upstream.lease("local").link();
    int before = link.gone().getNumberOfDependents();
    for (int i = 0; i < 3; i++) {
      stopTold(call(upstream.lease("local")), link);
    }
    assertThat(link.gone().getNumberOfDependents()).isEqualTo(before);
  }

  @Test
  @DisplayName("P6: a call stopped before it runs is never sent, however late it runs")
  void stoppedBeforeItRuns() throws InterruptedException, Unavailable {
    var lease = upstream.lease("local");
    var link = lease.link();
    var call = call(lease);
    stopTold(call, link);
    for (int i = 0; i < 2_000; i++) {
      var _ = link.cancel(link.nextId(), UpstreamExchange.FORGOTTEN, "no");
    }
    Thread.currentThread().interrupt();
    assertThatThrownBy(() -> call.run(request(call))).isInstanceOf(InterruptedException.class);
    assertThat(link.openRequests()).isZero();
  }

  @Test
  @DisplayName("C33, P4: a stall of Belay itself is no failure of a healthy server")
  void aStallOfBelayIsNoFailureOfTheServer() throws InterruptedException, Unavailable {
    var stalling = new FaultyTime(time);
    var stalled = new Upstream(new DullServers(stalling).server().within(puppets));
    stalled.start();
    var lease = stalled.lease("local");
    var call = call(lease);
    int armed = time.armedTimers();
    var _ = stalling.with(FaultyTime.Fault.STALLS);
    var stopped = stopping(call, Puppets.of(lease.link()));
    // The first wait has overrun, and the whole patience begins again.
    Puppets.until(() -> time.armedTimers() > armed);
    time.advance(GRACE.minusNanos(1));
    Puppets.of(lease.link()).answerPings();
    assertThat(stopped.join()).isEqualTo(StopStep.TOLD);
    stalled.close(Grace.none());
  }
}
