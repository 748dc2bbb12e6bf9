package dev.belay.gateway.upstream;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.config.ServerSettings.OnIgnoredCancel;
import dev.belay.core.call.CallRequest;
import dev.belay.core.call.FailedException;
import dev.belay.core.call.Governor;
import dev.belay.core.call.LateNote;
import dev.belay.core.call.Payload;
import dev.belay.core.call.StopStep;
import dev.belay.core.time.HandTime;
import dev.belay.core.time.Seeds;
import dev.belay.gateway.ByHand;
import dev.belay.mcp.envelope.Messages;
import dev.belay.mcp.envelope.RequestId;
import dev.belay.process.tree.Grace;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/**
 * Longer than other files: one server that ignores its stop, and each call that it may still harm.
 */
@DisplayName("C34: a server that ignores a stop retires, and harms no other call")
final class RetiringTest {
  private static final Duration GRACE = Duration.ofSeconds(2);
  private static final Duration STEP = Duration.ofMillis(200);

  private final HandTime time = new HandTime();
  private final DullServers dull = new DullServers(time);
  private final Governor governor = ByHand.governor(new HandTime());
  private final LateNote note =
      governor.start(CallRequest.of("x", Payload.EMPTY), _ -> Payload.EMPTY).lateNote();

  @AfterEach
  void closeAll() throws InterruptedException {
    governor.close();
    Puppets.until(() -> time.armedTimers() == 0);
  }

  /** One upstream, and calls of many clients on it. */
  private final class Scene implements AutoCloseable {
    final Puppets puppets = new Puppets();
    final Upstream upstream = new Upstream(dull.server().within(puppets));
    final List<Client> clients = new ArrayList<>();

    Scene() {
      upstream.start();
    }

    /** Has time pass until one serves; all the others show life meanwhile. */
    Client callSoon() throws InterruptedException, Unavailable {
      return callSoon("local");
    }

    Client callSoon(String principal) throws InterruptedException, Unavailable {
      Puppets.until(() -> {
        time.advance(STEP);
        puppets.all.forEach(Puppets.Puppet::answerPings);
        return upstream.current() != null;
      });
      return call(principal);
    }

    Client call() throws InterruptedException, Unavailable {
      return call("local");
    }

    private Client call(String principal) throws InterruptedException, Unavailable {
      var user = new UpstreamUser(principal, "client-" + clients.size());
      var client = new Client(user, upstream.lease(principal));
      clients.add(client);
      var _ = Thread.ofVirtual().start(client::run);
      Puppets.until(() -> client.at.has(client.call.id()) || client.outcome.isDone());
      return client;
    }

    List<RetiringProcess> retiring() {
      return upstream.standing().retiring();
    }

    @Override
    public void close() {
      try {
        upstream.close(Grace.none());
        Puppets.until(() -> puppets.all.stream().allMatch(puppet -> puppet.closed));
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new AssertionError(e);
      }
    }
  }

  /** One call of a client of its own. */
  private final class Client {
    final Lease lease;
    final UpstreamCall call;
    final Puppets.Puppet at;
    final CompletableFuture<String> outcome = new CompletableFuture<>();
    @Nullable CompletableFuture<StopStep> stopping;

    Client(UpstreamUser user, Lease lease) {
      this.lease = lease;
      call = new UpstreamCall(lease, new DeafCall(user, 0, note), GRACE);
      at = Puppets.of(lease.link());
    }

    void run() {
      try {
        var _ = call.run(Messages.request(RequestId.of(call.id()), "tools/call", null));
        outcome.complete("completed");
      } catch (FailedException e) {
        outcome.complete(String.valueOf(e.getMessage()));
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        outcome.complete(String.valueOf(e.getMessage()));
      }
      if (stopping == null) {
        lease.close();
      }
    }

    void answer() throws InterruptedException {
      at.answer(call.id());
      assertThat(outcome.join()).isEqualTo("completed");
      Puppets.until(() -> lease.isClosed());
    }

    /** Begins to stop it, and returns when its server has been asked for a sign of life. */
    CompletableFuture<StopStep> stop() throws InterruptedException {
      at.answerPings();
      var stopped = Puppets.stopping(call);
      stopping = stopped;
      Puppets.until(() -> at.isAsked() || at.closed);
      return stopped;
    }

    /** Stops it; the server is told, obeys for all one can see, and shows life. */
    void stopTold() throws InterruptedException {
      var stopped = stop();
      at.answerPings();
      time.pass(GRACE);
      assertThat(stopped.join()).isIn(StopStep.TOLD, StopStep.KILLED);
    }
  }

  @Test
  @DisplayName(
      "REQ-2: A is cancelled and goes on; B, which reports progress, and three calls begun after"
          + " the cancel all complete, however long they take")
  void callsBeforeAndAfterAnIgnoredStopComplete() throws InterruptedException, Unavailable {
    try (var scene = new Scene()) {
      var a = scene.call();
      var b = scene.call();
      // Closed twice, a lease returns its right once.
      var twice = scene.upstream.lease("local");
      twice.close();
      twice.close();
      a.stopTold();
      a.at.progress(a.call.id());
      var later = List.of(scene.call(), scene.call(), scene.call());
      assertThat(later).noneMatch(call -> call.at == b.at);
      assertThat(scene.retiring()).extracting(RetiringProcess::calls).containsExactly(1);
      for (int second = 0; second < 600; second += 5) {
        time.advance(Duration.ofSeconds(5));
        // It reports progress and has no time for pings, as a server with one thread.
        b.at.progress(b.call.id());
        later.getFirst().at.answerPings();
      }
      for (var call : later) {
        call.answer();
      }
      b.answer();
      Puppets.until(() -> b.at.closed && scene.retiring().isEmpty());
      assertThat(scene.upstream.standing().ignoredStops()).isEqualTo(1);
    }
  }

  @Test
  @DisplayName("Answered pings alone keep silent calls alive")
  void answeredPingsKeepSilentCallsAlive() throws InterruptedException, Unavailable {
    try (var scene = new Scene()) {
      var a = scene.call();
      var b = scene.call();
      a.stopTold();
      a.at.progress(a.call.id());
      for (int second = 0; second < 600; second += 5) {
        time.advance(Duration.ofSeconds(5));
        b.at.answerPings();
      }
      b.answer();
    }
  }

  @Test
  @DisplayName(
      "C34: a client whose stops are ignored repeatedly loses its own calls, not another's")
  void aClientWithManyIgnoredStopsLosesItsOwnCalls() throws InterruptedException, Unavailable {
    try (var scene = new Scene()) {
      var neighbour = scene.callSoon("neighbour");
      var greedy = new ArrayList<Client>();
      for (int i = 0; i <= LifeCycle.MOST_RETIRING; i++) {
        greedy.add(scene.callSoon("greedy"));
        ignoredBy(scene.callSoon("greedy"));
      }
      var others = greedy.get(1).outcome;
      Puppets.until(() -> others.isDone() || neighbour.outcome.isDone());
      assertThat(neighbour.outcome).as("on the oldest, with one of the greedy").isNotDone();
      assertThat(others.join())
          .isEqualTo(
              "The server \"dull\" went on with a call that had been stopped, so it was replaced."
                  + " It was ended with them as one of more than 4 like it.");
      neighbour.answer();
    }
  }

  @Test
  @DisplayName("Repeatedly ignored stops start no processes in a loop")
  void ignoredStopsStartNoProcessesInALoop() throws InterruptedException, Unavailable {
    try (var scene = new Scene()) {
      ignoredBy(scene.call());
      // The first is replaced at once: no time passes here.
      ignoredBy(scene.call());
      var waits = CompletableFuture.supplyAsync(() -> nextOn(scene));
      time.advance(STEP.minusNanos(1));
      assertThat(scene.puppets.all).hasSize(2);
      assertThat(waits).isNotDone();
      time.pass(STEP);
      waits.join().answer();
      assertThat(scene.puppets.all).hasSize(3);
    } catch (CompletionException e) {
      throw new AssertionError(e);
    }
  }

  private static Client nextOn(Scene scene) {
    try {
      return scene.call();
    } catch (InterruptedException | Unavailable e) {
      throw new CompletionException(e);
    }
  }

  private static void ignoredBy(Client call) throws InterruptedException {
    call.stopTold();
    call.at.progress(call.call.id());
  }

  @Test
  @DisplayName("A stop without an answer reports whether its server retires or was killed")
  void aStopReportsWhetherItsServerRetiresOrWasKilled() throws InterruptedException, Unavailable {
    try (var scene = new Scene()) {
      var a = scene.call();
      var b = scene.call();
      var stopped = a.stop();
      silence();
      assertThat(stopped.join()).isEqualTo(StopStep.RETIRING);
      b.answer();
      var alone = scene.call();
      stopped = alone.stop();
      silence();
      assertThat(stopped.join()).isEqualTo(StopStep.KILLED);
    }
  }

  private void silence() throws InterruptedException {
    time.pass(GRACE);
    time.pass(Duration.ofMillis(250));
  }

  @Test
  @DisplayName("on_ignored_cancel: tell keeps the server, and reports once that it did not obey")
  void tellKeepsTheServerAndReportsOnce() throws InterruptedException, Unavailable {
    dull.on(OnIgnoredCancel.TELL);
    try (var scene = new Scene()) {
      var a = scene.call();
      a.stopTold();
      a.at.progress(a.call.id());
      a.at.progress(a.call.id());
      var next = scene.call();
      assertThat(next.at).isSameAs(a.at);
      assertThat(scene.retiring()).isEmpty();
      assertThat(scene.upstream.standing().ignoredStops()).isEqualTo(1);
      assertThat(dull.reports)
          .containsExactly(
              "The server \"dull\" went on with a call that had been stopped. It serves on"
                  + " (on_ignored_cancel: tell).");
      next.answer();
    }
  }

  @Test
  @DisplayName("No order of stops, late output, pings and ends harms another call")
  void noOrderOfEventsHarmsOtherCalls() {
    Seeds.forEach(
        200,
        seed -> {
          try (var scene = new Scene()) {
            new Walk(scene, new Random(seed)).run();
          } catch (InterruptedException | Unavailable e) {
            throw new CompletionException(e);
          }
        });
  }

  /** A random way through what clients, servers and time can do. */
  private final class Walk {
    private final Scene scene;
    private final Random random;
    private final List<Client> running = new ArrayList<>();
    private final List<Client> stopped = new ArrayList<>();

    Walk(Scene scene, Random random) {
      this.scene = scene;
      this.random = random;
    }

    void run() throws InterruptedException, Unavailable {
      for (int step = 0; step < 40; step++) {
        step();
        assertThat(scene.retiring().stream().filter(process -> process.calls() > 0).count())
            .isLessThanOrEqualTo(LifeCycle.MOST_RETIRING);
        judge();
      }
      for (var call : running) {
        call.answer();
      }
      time.advance(LifeCycle.SILENCE);
      Puppets.until(() -> scene.upstream.current() != null);
      Puppets.until(() -> scene.puppets.all.stream().filter(puppet -> !puppet.closed).count() <= 1);
    }

    private void step() throws InterruptedException, Unavailable {
      switch (random.nextInt(6)) {
        case 0, 1 -> running.add(scene.callSoon());
        case 2 -> {
          var call = take(running);
          if (call != null) {
            call.answer();
          }
        }
        case 3 -> {
          var call = take(running);
          if (call != null) {
            call.stopTold();
            stopped.add(call);
          }
        }
        case 4 -> {
          var call = take(stopped);
          if (call != null && !call.at.closed) {
            if (random.nextBoolean()) {
              call.at.progress(call.call.id());
            } else {
              call.at.answer(call.call.id());
            }
          }
        }
        default -> {
          time.advance(Duration.ofSeconds(random.nextInt(6)));
          scene.puppets.all.forEach(Puppets.Puppet::answerPings);
        }
      }
    }

    private @Nullable Client take(List<Client> from) {
      return from.isEmpty() ? null : from.remove(random.nextInt(from.size()));
    }

    /** Every server shows life, so only the fifth that retires may cost the oldest its calls. */
    private void judge() {
      for (var call : List.copyOf(running)) {
        if (call.outcome.isDone() || call.lease.link().isLost()) {
          assertThat(call.outcome.join()).contains("as one of more than 4");
          running.remove(call);
        }
      }
    }
  }
}
