package dev.belay.gateway.upstream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belay.config.Isolation;
import dev.belay.config.ServerSettings;
import dev.belay.config.ServerSettings.OnIgnoredCancel;
import dev.belay.config.Start;
import dev.belay.core.call.CallRequest;
import dev.belay.core.call.FailedException;
import dev.belay.core.call.Governor;
import dev.belay.core.call.LateNote;
import dev.belay.core.call.Payload;
import dev.belay.core.cancel.Cause;
import dev.belay.core.cancel.Stop;
import dev.belay.core.time.HandTime;
import dev.belay.core.time.Simulation;
import dev.belay.gateway.ByHand;
import dev.belay.mcp.envelope.Envelope;
import dev.belay.mcp.envelope.Messages;
import dev.belay.mcp.envelope.RequestId;
import dev.belay.mcp.era.Era;
import dev.belay.process.spawn.CannotStart;
import dev.belay.process.tree.Grace;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/**
 * Callers of every kind on one upstream, whose servers do anything at any moment. One world, and so
 * one file: what its callers do is told from what they are owed.
 */
@DisplayName("P1, P11, C34: over 10,000 seeds, an upstream loses nothing and leaves nothing")
final class UpstreamSimulationTest {
  private static final int SEEDS = Integer.getInteger("belay.seeds", 10_000);
  private static final int FIRST = Integer.getInteger("belay.seed", 0);
  private static final Stop STOP = new Stop.Cancelled(Cause.USER, "");
  private static final Duration STARTUP = Duration.ofSeconds(5);

  /** Five attempts that take all their time, the pauses between them, and threads not had. */
  private static final Duration LONGEST_WAIT = Duration.ofSeconds(60);

  private static final byte[] OPENING = "{}".getBytes(StandardCharsets.US_ASCII);
  private static final Governor GOVERNOR = ByHand.governor(new HandTime());
  private static final LateNote NOTE =
      GOVERNOR.start(CallRequest.of("x", Payload.EMPTY), _ -> Payload.EMPTY).lateNote();
  private static final CannotStart NO_SUCH_PROGRAM = new CannotStart("no such program");

  @AfterAll
  static void close() {
    GOVERNOR.close();
  }

  /** One run: all follows from its seed. */
  private static final class World extends DullServers.Deaf {
    final Simulation simulation;
    final Random random;
    final SimulatedServers servers;
    final Upstream upstream;
    final List<String> wrong = new ArrayList<>();
    final boolean isOpenedByBelay;
    private final long seed;
    private final boolean isShared;
    int granted;
    int refused;
    int stopped;
    int eraChanges;
    private int running;
    private int begun;

    World(long seed) {
      this.seed = seed;
      simulation = new Simulation(seed);
      random = new Random(~seed);
      servers = new SimulatedServers(simulation, random, NO_SUCH_PROGRAM);
      isShared = random.nextInt(3) > 0;
      var server =
          new Server(
              settings(),
              Map.of(),
              1024,
              servers,
              new SessionSnapshot(),
              this,
              _ -> {},
              _ -> {},
              Disclosure.OF_OWN,
              /* host= */ null,
              servers);
      isOpenedByBelay = random.nextInt(4) > 0;
      if (!isOpenedByBelay) {
        servers.era = Era.LEGACY;
      }
      var first = random.nextBoolean() ? Era.MODERN : Era.LEGACY;
      upstream =
          isOpenedByBelay
              ? new Upstream(server, new OwnOpening("{}", first, /* isOnly= */ false))
              : new Upstream(server);
    }

    private ServerSettings settings() {
      var given = ServerSettings.defaults("sim", "none");
      Start start =
          random.nextBoolean() ? given.start() : new Start.Url(URI.create("http://sim/"), Map.of());
      return new ServerSettings(
          given.name(),
          start,
          given.timeout(),
          given.idleTimeout(),
          STARTUP,
          given.cancelGrace(),
          isShared ? Isolation.SHARED : Isolation.CALL,
          given.era(),
          random.nextInt(4) == 0 ? OnIgnoredCancel.TELL : OnIgnoredCancel.REPLACE,
          random.nextInt(3),
          given.onChange(),
          given.tools(),
          given.fromCommandLine());
    }

    void begin() {
      running++;
      servers.start(
          "begin",
          () -> {
            upstream.start();
            if (!isOpenedByBelay) {
              deliver(new Opening());
            }
            over();
          });
      int callers = isShared || seed % 20 > 0 ? 1 + random.nextInt(5) : OwnProcesses.MOST + 10;
      for (int i = 0; i < callers; i++) {
        caller("user" + i % 3);
      }
      if (isOpenedByBelay && random.nextInt(3) == 0) {
        var _ = simulation.after(servers.upTo(15_000), this::changeEra);
      }
      if (random.nextInt(3) == 0) {
        var _ = simulation.after(servers.upTo(20_000), () -> servers.start("end", this::end));
      }
    }

    private void changeEra() {
      servers.era = servers.era == Era.MODERN ? Era.LEGACY : Era.MODERN;
    }

    private void caller(String name) {
      int rounds = 1 + random.nextInt(4);
      running++;
      servers.start(
          name,
          () -> {
            try {
              for (int i = 0; i < rounds; i++) {
                simulation.sleep(servers.upTo(random.nextInt(5) == 0 ? 40_000 : 3_000));
                step(name);
              }
            } catch (InterruptedException e) {
              wrong.add(name + " was interrupted");
            }
            over();
          });
    }

    private void step(String name) throws InterruptedException {
      switch (random.nextInt(8)) {
        case 0, 1 -> deliver(new Delivered());
        case 2 -> leave(name);
        case 3 -> upstream.lookAgain();
        default -> call(name);
      }
    }

    private void deliver(Delivery delivery) {
      begun++;
      upstream.deliver(delivery);
    }

    /** One that waits a while for a process, and no longer. */
    private void leave(String name) throws InterruptedException {
      var caller = Thread.currentThread();
      var done = new AtomicBoolean();
      var _ =
          simulation.after(
              servers.upTo(2_000),
              () -> {
                if (done.compareAndSet(false, true)) {
                  caller.interrupt();
                }
              });
      try (var _ = lease(name)) {
        servers.pause();
      } catch (InterruptedException _) {
        // As it was meant to be.
      }
      if (!done.compareAndSet(false, true)) {
        var _ = Thread.interrupted();
      }
    }

    private @Nullable Lease lease(String name) throws InterruptedException {
      long since = simulation.nanos();
      Lease lease = null;
      begun++;
      try {
        lease = upstream.lease(name);
        granted++;
        if (isShared && (lease.link().isLost() || upstream.isRetiring(lease.link()))) {
          wrong.add("a lease of one that takes nothing new");
        }
      } catch (Unavailable _) {
        refused++;
      } finally {
        begun--;
      }
      var took = Duration.ofNanos(simulation.nanos() - since);
      if (took.compareTo(LONGEST_WAIT) > 0) {
        wrong.add("a lease took " + took);
      }
      return lease;
    }

    private void call(String name) throws InterruptedException {
      var lease = lease(name);
      if (lease == null) {
        return;
      }
      var call =
          new UpstreamCall(
              lease,
              new DeafCall(new UpstreamUser(name, "sim"), begun, NOTE),
              Duration.ofSeconds(2));
      var settled = new AtomicBoolean();
      var stop = new CompletableFuture<Boolean>();
      var caller = Thread.currentThread();
      boolean mayStop = random.nextInt(3) == 0;
      var limit = mayStop ? servers.upTo(4_000) : Duration.ofSeconds(30);
      var timer =
          simulation.after(
              limit,
              () -> {
                if (settled.compareAndSet(false, true)) {
                  caller.interrupt();
                  servers.start("stop", () -> stop(call, stop));
                }
              });
      try {
        var _ = call.run(Messages.request(RequestId.of(call.id()), "tools/call", null));
      } catch (FailedException _) {
        // Its server refused it, or is gone.
      } catch (InterruptedException _) {
        // It was stopped.
      }
      timer.close();
      if (settled.compareAndSet(false, true)) {
        lease.close();
      } else {
        var _ = Thread.interrupted();
        if (!simulation.await(stop, LONGEST_WAIT)) {
          wrong.add("a stop took more than " + LONGEST_WAIT);
        }
        var _ = Thread.interrupted();
      }
      if (call.isUnread()) {
        doubt(lease.link());
      }
      check();
    }

    private void doubt(UpstreamConnection link) throws InterruptedException {
      begun++;
      try {
        if (upstream.refused(link).get()) {
          eraChanges++;
        }
      } catch (ExecutionException e) {
        wrong.add("a doubt failed: " + e);
      } finally {
        begun--;
      }
    }

    private void stop(UpstreamCall call, CompletableFuture<Boolean> done) {
      try {
        var _ = call.stop(STOP);
        stopped++;
      } catch (InterruptedException e) {
        wrong.add("a stop was interrupted");
      }
      done.complete(true);
    }

    private void check() {
      var standing = upstream.standing();
      if (standing.retiring().stream().filter(one -> one.calls() > 0).count() > 4) {
        wrong.add("more than four retire: " + standing);
      }
    }

    private void over() {
      if (--running == 0) {
        end();
      }
    }

    private void end() {
      try {
        servers.closedAt = simulation.nanos();
        upstream.close(Grace.none());
        assertThatThrownBy(() -> upstream.lease("late")).isInstanceOf(Unavailable.class);
      } catch (InterruptedException e) {
        wrong.add("the end was interrupted");
      }
    }

    @Override
    public void retiring(UpstreamConnection link) {
      servers.pause();
    }

    @Override
    public void gone(UpstreamConnection link) {
      servers.pause();
    }

    @Override
    public void eraChanged() {
      deliver(new Delivered());
    }

    /** Has one end: it is handed over, and answered or lost, or refused. */
    private class Delivered implements Delivery, UpstreamExchange {
      private boolean ended;

      @Override
      public void to(UpstreamConnection link) {
        servers.pause();
        long id = link.nextId();
        link.ask(id, Messages.request(RequestId.of(id), method(), null), this);
        if (random.nextInt(4) == 0 && link.cancel(id, UpstreamExchange.FORGOTTEN, "no")) {
          // Its answer, if it was on its way, may still come.
          once(/* isCancelled= */ true);
        } else {
          var _ = simulation.after(Duration.ofSeconds(30), () -> give(link, id));
        }
      }

      private void give(UpstreamConnection link, long id) {
        if (!ended) {
          link.abandon(id, UpstreamExchange.FORGOTTEN);
          once(/* isCancelled= */ false);
        }
      }

      String method() {
        return "x";
      }

      @Override
      public void unavailable(String why) {
        once(/* isCancelled= */ false);
      }

      @Override
      public void answered(Envelope response) {
        once(/* isCancelled= */ false);
      }

      @Override
      public void lost(Loss loss) {
        once(/* isCancelled= */ false);
      }

      private void once(boolean isCancelled) {
        if (ended && !isCancelled) {
          wrong.add("a delivery ended twice");
        }
        if (!ended) {
          begun--;
        }
        ended = true;
      }
    }

    /** What the client itself says first. */
    private final class Opening extends Delivered {
      @Override
      String method() {
        return "initialize";
      }

      @Override
      public void answered(Envelope response) {
        upstream.snapshot().initialize(OPENING);
        upstream.snapshot().opened(Era.LEGACY, response);
        super.answered(response);
      }
    }

    void judge() {
      var what = "seed " + seed;
      assertThat(servers.uncaught).as(what).isEmpty();
      assertThat(wrong).as(what).isEmpty();
      assertThat(servers.late).as(what).isEmpty();
      assertThat(running).as("callers that wait for ever, " + what).isZero();
      assertThat(begun).as("leases and deliveries without an end, " + what).isZero();
      assertThat(servers.all).as("processes not stopped, " + what).allMatch(one -> one.stopped);
      assertThat(upstream.openRequests()).as(what).isZero();
      assertThat(upstream.standing().retiring()).as(what).isEmpty();
      assertThat(simulation.armedTimers()).as("timers, " + what).isZero();
    }
  }

  @Test
  @DisplayName("Each lease and delivery ends once and in time, nothing outlives the close")
  void everySeedEndsEachLeaseAndDeliveryOnce() {
    int granted = 0;
    int refused = 0;
    int stopped = 0;
    int eraChanges = 0;
    int replaced = 0;
    for (long seed = FIRST; seed < FIRST + SEEDS; seed++) {
      var world = new World(seed);
      world.begin();
      world.simulation.run();
      world.judge();
      granted += world.granted;
      refused += world.refused;
      stopped += world.stopped;
      eraChanges += world.eraChanges;
      replaced += world.upstream.standing().ignoredStops();
    }
    assertThat(List.of(granted, refused, stopped, eraChanges, replaced))
        .as("what was seen")
        .allMatch(count -> count > SEEDS / 100);
  }
}
