package dev.belay.core.job;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.core.call.Call;
import dev.belay.core.call.CallId;
import dev.belay.core.call.CallRequest;
import dev.belay.core.call.EffectiveLimits;
import dev.belay.core.call.Governor;
import dev.belay.core.call.GovernorOptions;
import dev.belay.core.call.Limits;
import dev.belay.core.call.Outcome;
import dev.belay.core.call.Payload;
import dev.belay.core.call.Reply;
import dev.belay.core.call.Unattended;
import dev.belay.core.call.Waiter;
import dev.belay.core.cancel.Cause;
import dev.belay.core.time.Seeds;
import dev.belay.core.time.Simulation;
import dev.belay.core.time.SimulationThreads;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("A call is answered once, by its outcome or by a job that keeps its outcome")
final class JobsSimulationTest {
  private static final Duration HEALED = Duration.ofMillis(600);
  private static final EffectiveLimits LIMITS =
      EffectiveLimits.clamped(part(Duration.ofMillis(250)), part(Duration.ofMillis(120)));

  private static EffectiveLimits.Part part(Duration value) {
    return new EffectiveLimits.Part(value, "test", "--test");
  }

  @Test
  @DisplayName("in 10,000 orders of ending, handing off, leaving, cancelling and a failing store")
  void everyOrder() {
    Seeds.forEach(10_000, seed -> new World(seed).run());
  }

  private static final class World {
    private final Random random;
    private final Simulation time;
    private final Governor governor;
    private final WeakStore store;
    private final Jobs jobs;
    private final List<Client> clients = new ArrayList<>();

    World(long seed) {
      random = new Random(seed);
      time = new Simulation(seed);
      governor = new Governor(GovernorOptions.simulated(time, seed));
      store = new WeakStore(this, random.nextInt(3));
      var terms = new Jobs.Terms(Duration.ofHours(1), 100);
      jobs =
          new Jobs(
              store, () -> terms, random.nextInt(1, 8), _ -> null, time.threads(), time, _ -> {});
    }

    void run() {
      for (int i = 0; i < 3; i++) {
        var client = new Client(this);
        clients.add(client);
        go(client::ask);
      }
      time.run();
      for (var client : clients) {
        client.verify();
      }
      assertThat(jobs.open()).as("open jobs").isZero();
      assertThat(time.armedTimers()).isZero();
    }

    void go(SimulationThreads.Action step) {
      SimulationThreads.start(time, step);
    }

    void pause(int most) throws InterruptedException {
      time.sleep(Duration.ofMillis(random.nextInt(most)));
    }

    boolean oneIn(int several) {
      return random.nextInt(several) == 0;
    }
  }

  /** A client that makes a call, and may get a job, which it waits for, reads or cancels. */
  private static final class Client {
    private final World world;
    private final List<Reply> replies = new ArrayList<>();
    private final AtomicReference<@Nullable Waiter> place = new AtomicReference<>();
    private @Nullable Call call;
    private boolean hasLeft;

    /** The job as first seen after its end: it never changes. */
    private @Nullable Job seen;

    Client(World world) {
      this.world = world;
    }

    Call call() {
      assertThat(call).isNotNull();
      return call;
    }

    void ask() throws InterruptedException {
      world.pause(50);
      int length = world.random.nextInt(300);
      int bytes = world.oneIn(5) ? 101 : 4;
      boolean fails = world.oneIn(6);
      var request =
          CallRequest.of("crawl", Payload.EMPTY)
              .withLimits(new Limits(Duration.ofMillis(250), Duration.ofMillis(120)))
              .withUnattended(new Unattended.CancelNow());
      call =
          world.governor.start(
              request,
              context -> {
                for (int i = 0; i < 3; i++) {
                  world.time.sleep(Duration.ofMillis(length / 3));
                  context.heartbeat("step", (double) i, 3.0);
                }
                if (fails) {
                  throw new IllegalStateException("no such page");
                }
                return new Payload("text", new byte[bytes]);
              },
              made -> place.set(made.attach(this::replied)));
      world.go(this::handOff);
      if (world.oneIn(3)) {
        world.go(this::leave);
      }
      if (world.oneIn(4)) {
        world.go(() -> {
          world.pause(300);
          call().cancel(Cause.USER, "a person");
        });
      }
    }

    private void replied(Reply reply) {
      replies.add(reply);
      Thread.yield();
      if (reply instanceof Reply.Handle) {
        world.go(this::poll);
        Thread.yield();
        if (world.oneIn(4)) {
          world.go(this::cancel);
        }
      }
    }

    private void handOff() throws InterruptedException {
      world.pause(300);
      boolean handed =
          world.jobs.handOff(
              call(),
              LIMITS,
              Estimator.Expected.NOTHING,
              Duration.ZERO,
              null,
              begun -> new Payload("text", new byte[0]));
      assertThat(handed).isEqualTo(replies.stream().anyMatch(Reply.Handle.class::isInstance));
    }

    private void leave() throws InterruptedException {
      world.pause(300);
      hasLeft = true;
      var waiter = place.get();
      assertThat(waiter).isNotNull();
      waiter.close();
    }

    private void poll() throws InterruptedException {
      while (seen == null) {
        world.pause(80);
        try {
          var job =
              world.oneIn(2)
                  ? world.jobs.find("local", call().id())
                  : world.jobs.await("local", call().id(), Duration.ofMillis(40));
          assertThat(job).as("a job that was handed out").isNotNull();
          seen(job);
        } catch (JobStoreException e) {
          // It tries again.
        }
      }
    }

    private void cancel() throws InterruptedException {
      world.pause(200);
      try {
        var job = world.jobs.cancel("local", call().id(), Cause.CLIENT, "");
        assertThat(job).isNotNull();
        assertThat(job.hasEnded()).as("ended once it is cancelled").isTrue();
        seen(job);
      } catch (JobStoreException e) {
        // It may try again.
      }
    }

    private void seen(Job job) {
      if (job.hasEnded()) {
        assertThat(seen == null || seen.equals(job)).as("%s, then %s", seen, job).isTrue();
        seen = job;
      }
    }

    void verify() {
      var outcome = call().outcome().orElseThrow();
      assertThat(replies).hasSizeLessThanOrEqualTo(1);
      assertThat(hasLeft || replies.size() == 1).as("an answer").isTrue();
      var stored = world.store.now(call().id());
      if (replies.stream().noneMatch(Reply.Handle.class::isInstance)) {
        assertThat(stored).as("what is no job").isNull();
        return;
      }
      assertThat(stored).as("the job").isEqualTo(seen).isNotNull();
      assertThat(stored.state()).isInstanceOf(Job.State.Ended.class);
      var end = (Job.State.Ended) stored.state();
      if (outcome instanceof Outcome.Completed(Payload result)) {
        boolean isKept = result.bytes().length <= 100;
        assertThat(end.how()).isEqualTo(isKept ? Job.Ending.COMPLETED : Job.Ending.FAILED);
        assertThat(end.result()).isEqualTo(isKept ? result : null);
      } else {
        assertThat(end.how().name()).isEqualTo(outcome.word().replace(' ', '_').toUpperCase());
        assertThat(end.text()).isNotEmpty();
      }
    }
  }

  /** A slow store that fails before or after carrying out an operation. */
  private static final class WeakStore implements JobStore {
    private final MemoryJobStore store = new MemoryJobStore(1 << 20);
    private final World world;
    private final int weakness;

    WeakStore(World world, int weakness) {
      this.world = world;
      this.weakness = weakness;
    }

    @Nullable Job now(CallId id) {
      return store.find(id);
    }

    private boolean fails() {
      boolean isIll = world.time.nanos() < HEALED.toNanos();
      return isIll && world.random.nextInt(10) < 4 * weakness;
    }

    private void before() throws JobStoreException {
      try {
        world.pause(30);
      } catch (InterruptedException e) {
        throw new JobStoreException("interrupted", e);
      }
      if (fails()) {
        throw new JobStoreException("no room");
      }
    }

    private void after() throws JobStoreException {
      if (fails()) {
        throw new JobStoreException("no answer");
      }
    }

    @Override
    public void put(Job job) throws JobStoreException {
      before();
      store.put(job);
      after();
    }

    @Override
    public void remove(CallId id) throws JobStoreException {
      before();
      store.remove(id);
      after();
    }

    @Override
    public @Nullable Job find(CallId id) throws JobStoreException {
      before();
      return store.find(id);
    }

    @Override
    public Page page(Wanted wanted, long before, int most) throws JobStoreException {
      before();
      return store.page(wanted, before, most);
    }

    @Override
    public int expire(Instant now) throws JobStoreException {
      before();
      return store.expire(now);
    }

    @Override
    public void close() {
      store.close();
    }
  }
}
