package dev.belay.gateway.upstream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belay.core.call.Call;
import dev.belay.core.call.CallId;
import dev.belay.core.call.CallInfo;
import dev.belay.core.call.CallRequest;
import dev.belay.core.call.Caller;
import dev.belay.core.call.FailedException;
import dev.belay.core.call.Governor;
import dev.belay.core.call.GovernorOptions;
import dev.belay.core.call.LateNote;
import dev.belay.core.call.Payload;
import dev.belay.core.call.StopEffects;
import dev.belay.core.call.StopStep;
import dev.belay.core.cancel.Cause;
import dev.belay.core.cancel.Stop;
import dev.belay.core.time.FaultyTime;
import dev.belay.core.time.Patience;
import dev.belay.core.time.Time;
import dev.belay.mcp.envelope.Envelope;
import dev.belay.mcp.envelope.Messages;
import dev.belay.mcp.envelope.RequestId;
import dev.belay.process.tree.Grace;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Tag("process")
@DisplayName("A call on an upstream: the result of its stop is reported truthfully")
@Timeout(value = 60, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
final class UpstreamCallTest {
  private static final Stop STOP = new Stop.Cancelled(Cause.USER, "");

  private static final Asker NOBODY =
      new Asker() {
        @Override
        public Asker afterwards() {
          return this;
        }
      };

  private final Processes processes = new Processes();
  private final Upstream upstream = new Upstream(processes.server());
  private static final Duration GRACE = Duration.ofSeconds(2);

  private final Governor governor = new Governor(GovernorOptions.system());

  @AfterEach
  void closeAll() throws InterruptedException {
    upstream.close(Grace.none());
    processes.close();
    governor.close();
  }

  /** Holds a request, as a relay's listener does. */
  private record Heavy(Object request, LateNote lateNote) implements CallListener {
    @Override
    public void progressed(Envelope progress) {}

    @Override
    public void takenBack() {}

    @Override
    public CallInfo call() {
      return new CallInfo(new CallId("n", 0, 0), "x", "dull", Caller.LOCAL, Instant.EPOCH);
    }

    @Override
    public void stopped(StopEffects effects) {}

    @Override
    public Asker asker() {
      return NOBODY;
    }

    @Override
    public UpstreamUser user() {
      return new UpstreamUser("local", "heavy");
    }

    @Override
    public boolean asksBack(Envelope response) {
      return false;
    }
  }

  private LateNote note() {
    Call call = governor.start(CallRequest.of("x", Payload.EMPTY), _ -> Payload.EMPTY);
    return call.lateNote();
  }

  /** A server that answers pings, and nothing else. */
  private static Processes answersPings(Processes processes) {
    return processes.running(
        "sed",
        "-un",
        "s/.*\"id\":\\([0-9]*\\),\"method\":\"ping\".*"
            + "/{\"jsonrpc\":\"2.0\",\"id\":\\1,\"result\":{}}/p");
  }

  /** Starts a server, and returns once its process answers: a sign of life has a short limit. */
  private static Upstream answering(Processes processes) throws InterruptedException, Unavailable {
    var server = new Upstream(answersPings(processes).server());
    server.start();
    try (var lease = server.lease("local")) {
      var ping = OwnRequest.send(lease.link(), "ping", null);
      var answer = ping.answerWithin(Time.system(), Duration.ofMinutes(1)).join();
      assertThat(answer).as("it runs").isPresent();
    }
    return server;
  }

  private static byte[] request(UpstreamCall call) {
    return Messages.request(RequestId.of(call.id()), "tools/call", null);
  }

  @Test
  @DisplayName("C33: a server that crashed has not answered")
  void aServerThatCrashedHasNotAnswered() throws InterruptedException, Unavailable {
    upstream.start();
    upstream.snapshot().established();
    var lease = upstream.lease("local");
    var call = new UpstreamCall(lease, new Heavy(new byte[0], note()), GRACE);
    var _ = Processes.child(lease.link()).stop(Grace.none());
    lease.link().gone().join();
    assertThatThrownBy(() -> call.run(request(call))).isInstanceOf(FailedException.class);
    assertThat(call.stop(STOP)).isEqualTo(StopStep.KILLED);
  }

  @Test
  @DisplayName(
      "A cancelled call does not keep its request, even if the server may still report on it")
  void aCancelledCallHoldsNoRequest() throws InterruptedException, Unavailable {
    upstream.start();
    UpstreamConnection link;
    try (var lease = upstream.lease("local")) {
      link = lease.link();
    }
    var request = cancelled();
    // One collection may come before its last thread has let go of it.
    Patience.await(
        () -> {
          System.gc();
          return request.refersTo(null);
        },
        () -> "something still refers to the request");
    assertThat(link.known(1)).isNotNull();
  }

  private WeakReference<Object> cancelled() throws InterruptedException, Unavailable {
    var listener = new Heavy(new byte[1024 * 1024], note());
    var call = new UpstreamCall(upstream.lease("local"), listener, GRACE);
    assertThat(call.stop(STOP)).isEqualTo(StopStep.KILLED);
    return new WeakReference<>(listener.request());
  }

  @Test
  @DisplayName("P27: nothing of a cancelled call stays with a process that goes on serving")
  void stoppedCallsLeaveNoWaitBehind() throws InterruptedException, Unavailable {
    var server = answering(processes);
    try {
      var link = server.lease("local").link();
      int before = link.gone().getNumberOfDependents();
      for (int i = 0; i < 3; i++) {
        var call =
            new UpstreamCall(server.lease("local"), new Heavy("x", note()), Duration.ofSeconds(1));
        assertThat(call.stop(STOP)).isEqualTo(StopStep.TOLD);
      }
      assertThat(link.gone().getNumberOfDependents()).isEqualTo(before);
    } finally {
      server.close(Grace.none());
    }
  }

  @Test
  @DisplayName("P6: a call stopped before it runs is never sent, however late it runs")
  void stoppedBeforeItRuns() throws InterruptedException, Unavailable {
    var server = answering(processes);
    try {
      var lease = server.lease("local");
      var link = lease.link();
      var call = new UpstreamCall(lease, new Heavy("x", note()), Duration.ZERO);
      assertThat(call.stop(STOP)).isEqualTo(StopStep.TOLD);
      for (int i = 0; i < 2_000; i++) {
        var _ = link.cancel(link.nextId(), UpstreamExchange.FORGOTTEN, "no");
      }
      Thread.currentThread().interrupt();
      assertThatThrownBy(() -> call.run(request(call))).isInstanceOf(InterruptedException.class);
      assertThat(link.openRequests()).isZero();
    } finally {
      server.close(Grace.none());
    }
  }

  @Test
  @DisplayName("C33, P4: a stall of Belay itself is no failure of a healthy server")
  void aStallOfBelayIsNoFailureOfTheServer() throws InterruptedException, Unavailable {
    var time = new FaultyTime(Time.system());
    var healthy = new Processes(time);
    var server = answering(healthy);
    var call = new UpstreamCall(server.lease("local"), new Heavy("small", note()), GRACE);
    var _ = time.with(FaultyTime.Fault.STALLS);
    assertThat(call.stop(STOP)).isEqualTo(StopStep.TOLD);
    server.close(Grace.none());
    healthy.close();
  }
}
