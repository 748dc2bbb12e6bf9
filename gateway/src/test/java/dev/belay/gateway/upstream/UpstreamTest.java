package dev.belay.gateway.upstream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belay.config.Isolation;
import dev.belay.core.time.HandTime;
import dev.belay.core.time.Patience;
import dev.belay.mcp.envelope.Messages;
import dev.belay.mcp.envelope.RequestId;
import dev.belay.mcp.era.Era;
import dev.belay.process.tree.Grace;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Longer than other files: one upstream, and each stage of its life that a call may meet. */
@Tag("process")
@DisplayName("An upstream over virtual minutes, on real processes")
final class UpstreamTest {

  private final HandTime time = new HandTime();
  private final Processes processes = new Processes(time);
  private final Upstream upstream = new Upstream(processes.server());

  /** Further ones of a test, closed at its end. */
  private final List<Upstream> others = new ArrayList<>();

  /** {@return one with a process for each call, and so many spares} */
  private Upstream own(int spares) {
    var one = new Upstream(processes.with(Isolation.CALL).spares(spares).server());
    others.add(one);
    return one;
  }

  @AfterEach
  void closeAll() throws InterruptedException {
    for (var one : others) {
      one.close(Grace.none());
    }
    upstream.close(Grace.none());
    processes.close();
    // What ends late disarms late; the test's own limit ends this if something never does.
    Patience.await(() -> time.armedTimers() == 0, () -> time.armedTimers() + " timers are left");
  }

  @Test
  @DisplayName("P11: a server stays down for 30 s after five crashes, and is tried again then")
  void afterFiveCrashesTheServerIsRetriedAfterThirtySeconds()
      throws InterruptedException, Unavailable {
    upstream.start();
    upstream.snapshot().established();
    for (int crash = 1; crash <= 5; crash++) {
      crash();
      time.advance(Duration.ofMillis(crash == 5 ? 0 : 800));
    }
    assertThatThrownBy(() -> upstream.lease("local"))
        .isInstanceOf(Unavailable.class)
        .hasMessageContaining("30s");
    time.advance(Duration.ofMillis(29_999));
    assertThatThrownBy(() -> upstream.lease("local")).isInstanceOf(Unavailable.class);
    time.advance(Duration.ofMillis(1));
    try (var lease = leaseSoon()) {
      assertThat(lease.link().restart().why()).contains("ended unexpectedly");
    }
  }

  /** The restart begins on a thread of its own, before which the answer is still no. */
  private Lease leaseSoon() throws InterruptedException {
    var leased = new AtomicReference<Lease>();
    Patience.await(
        () -> {
          try {
            leased.set(upstream.lease("local"));
            return true;
          } catch (Unavailable _) {
            return false;
          }
        },
        () -> "it is not started again");
    return leased.get();
  }

  private void crash() throws InterruptedException, Unavailable {
    try (var lease = upstream.lease("local")) {
      var _ = Processes.child(lease.link()).stop(Grace.none());
      lease.link().gone().join();
    }
  }

  @Test
  @DisplayName("FAULT-5: startup_timeout covers the question for the era and the opening")
  void aMuteServerIsGivenUpInTime() throws InterruptedException {
    var mute =
        new Upstream(
            processes.running("sleep", "1000").server(), new OwnOpening("{}", Era.MODERN, false));
    mute.start();
    time.pass(EraProbe.SILENCE);
    time.pass(Duration.ofSeconds(55));
    Puppets.until(() -> mute.trouble() != null);
    assertThat(mute.trouble()).contains("startup_timeout");
    assertThat(time.nanos()).isEqualTo(Duration.ofSeconds(60).toNanos());
    mute.close(Grace.none());
  }

  @Test
  @DisplayName(
      "C34: a process that answers neither pings nor calls is ended after 30 s, and no sooner")
  void aMuteRetiringProcessIsEndedAfterThirtySeconds() throws InterruptedException, Unavailable {
    upstream.start();
    var good = upstream.lease("local");
    upstream.ignoredStop(good.link(), "did not obey");
    try (var next = upstream.lease("local")) {
      assertThat(next.link()).isNotSameAs(good.link());
      assertThat(next.link().restart().why())
          .isEqualTo("The server \"dull\" did not obey, so it was replaced.");
    }
    time.advance(Duration.ofMillis(29_999));
    assertThat(good.link().isLost()).isFalse();
    time.advance(Duration.ofMillis(1));
    assertThat(good.link().loss())
        .isEqualTo(
            new Loss(
                Loss.Kind.REPLACED,
                "The server \"dull\" did not obey, so it was replaced. It then answered neither"
                    + " pings nor calls for 30s and was ended with them."));
    good.link().gone().join();
    good.close();
  }

  @Test
  @DisplayName("A crash of a retiring process is not a second reason to replace it")
  void aRetiringProcessThatCrashesIsNotReplacedTwice() throws InterruptedException, Unavailable {
    upstream.start();
    upstream.snapshot().established();
    var good = upstream.lease("local");
    upstream.ignoredStop(good.link(), "did not obey");
    var next = upstream.lease("local");
    var _ = Processes.child(good.link()).stop(Grace.none());
    good.link().gone().join();
    good.close();
    try (var same = upstream.lease("local")) {
      assertThat(same.link()).isSameAs(next.link());
    }
    next.close();
  }

  @Test
  @DisplayName("A call that is interrupted while no process is ready leaves the queue")
  void anInterruptedLeaseLeavesTheQueue() {
    Thread.currentThread().interrupt();
    assertThatThrownBy(() -> upstream.lease("local")).isInstanceOf(InterruptedException.class);
    assertThat(upstream.waiting()).isZero();
  }

  @ParameterizedTest
  @ValueSource(strings = {"belay-restart-dull", "belay-open-dull"})
  @DisplayName(
      "A restart, or an opening in place of a client, that is interrupted ends its process")
  void whatIsInterruptedEndsItsProcess(String thread) throws InterruptedException {
    boolean isRestart = thread.equals("belay-restart-dull");
    var hooked = new HookedTime(time);
    var puppets = new Puppets();
    var own = new Upstream(new DullServers(hooked).server().within(puppets));
    own.start();
    if (isRestart) {
      own.snapshot().initialize("{}".getBytes(StandardCharsets.UTF_8));
      own.snapshot().established();
    }
    hooked.interrupts(thread);
    if (isRestart) {
      var link = Objects.requireNonNull(own.current());
      own.retire(link, new Loss(Loss.Kind.STOPPED, "It ended."), Grace.none());
      Puppets.until(() -> puppets.all.size() == 2);
    } else {
      own.openInstead(new OwnOpening("{}", Era.LEGACY, false));
    }
    Puppets.until(() -> puppets.all.getLast().closed);
    own.close(Grace.none());
  }

  @Test
  @DisplayName("C34: a spare is started after the first call, taken by the next, and replaced")
  void aSpareIsReadyForTheNextCall() throws InterruptedException, Unavailable {
    var own = own(1);
    var spares = own.ownProcesses();
    assertThat(spares.ready()).isEmpty();
    own.lease("local").close();
    Puppets.until(() -> spares.ready().size() == 1);
    var spare = own.lease("local");
    time.pass(OwnProcesses.AFTER);
    Puppets.until(() -> spares.ready().size() == 1);
    try (var next = own.lease("local")) {
      assertThat(next.link()).isNotSameAs(spare.link());
    }
    spare.close();
  }

  @Test
  @DisplayName("The next spare is started when a call has its answer, or has run for 100 ms")
  void theNextSpareDoesNotCompeteWithTheCall() throws InterruptedException, Unavailable {
    var puppets = new Puppets();
    var own = new Upstream(processes.with(Isolation.CALL).spares(1).server().within(puppets));
    var spares = own.ownProcesses();
    var slow = own.lease("local");
    time.advance(OwnProcesses.AFTER.minusNanos(1));
    assertThat(puppets.all).as("it alone").hasSize(1);
    time.pass(OwnProcesses.AFTER);
    Puppets.until(() -> spares.ready().size() == 1);
    var quick = own.lease("local");
    slow.close();
    assertThat(puppets.all).as("its spare was started before").hasSize(2);
    quick.close();
    Puppets.until(() -> spares.ready().size() == 1 && puppets.all.size() == 3);
    own.close(Grace.none());
  }

  @Test
  @DisplayName("Concurrent calls leave the maximum of spares")
  void concurrentCallsLeaveTheMaximumOfSpares() throws InterruptedException, Unavailable {
    var own = own(3);
    var burst = new ArrayList<Lease>();
    for (int i = 0; i < 5; i++) {
      burst.add(own.lease("local"));
    }
    time.advance(OwnProcesses.AFTER);
    Puppets.until(() -> own.ownProcesses().ready().size() == 3);
    burst.forEach(Lease::close);
  }

  @Test
  @DisplayName("isolation: call: a spare makes room for a waiting call")
  void aSpareMakesRoomForAWaitingCall() throws InterruptedException, Unavailable {
    try (var crowd = new Crowd(OwnProcesses.MOST - 1)) {
      var waits = crowd.call();
      Puppets.until(() -> crowd.own.ownProcesses().isShortOfRoom());
      crowd.open();
      Puppets.until(() -> waits.isDone());
      assertThat(crowd.own.ownProcesses().ready()).isEmpty();
    }
  }

  @Test
  @DisplayName("isolation: call: a call that has a place, and opens its process, costs no spare")
  void aSpareStaysIfNoCallWaitsForRoom() throws InterruptedException, Unavailable {
    try (var crowd = new Crowd(OwnProcesses.MOST - 2)) {
      var opens = crowd.call();
      Puppets.until(() -> crowd.puppets.all.size() == OwnProcesses.MOST);
      crowd.open();
      Puppets.until(() -> opens.isDone());
      Puppets.until(() -> crowd.own.ownProcesses().ready().size() == 1);
      assertThat(crowd.puppets.all).hasSize(OwnProcesses.MOST);
    }
  }

  /** Calls with a process each, and one spare that is being opened. */
  private final class Crowd implements AutoCloseable {
    final Puppets puppets = new Puppets();
    final Upstream own =
        new Upstream(processes.with(Isolation.CALL).spares(1).server().within(puppets));
    private final List<CompletableFuture<Lease>> calls = new CopyOnWriteArrayList<>();

    Crowd(int size) throws InterruptedException {
      for (int i = 0; i < size; i++) {
        Puppets.until(() -> calls.stream().allMatch(CompletableFuture::isDone));
        var _ = call();
      }
      Puppets.until(() -> calls.stream().allMatch(CompletableFuture::isDone));
      // From now on a process is open when it says so.
      own.snapshot().initialize("{}".getBytes(StandardCharsets.UTF_8));
      time.advance(OwnProcesses.AFTER);
      Puppets.until(() -> puppets.all.size() == size + 1);
    }

    CompletableFuture<Lease> call() {
      var call = Puppets.leasing(own, "user-" + calls.size());
      calls.add(call);
      return call;
    }

    /** Has every process open that is asked to, now and later. */
    void open() {
      puppets.open();
    }

    @Override
    public void close() {
      calls.forEach(call -> call.join().close());
      own.closeLater(Grace.none());
    }
  }

  @Test
  @DisplayName("C34: spares that end are started again in growing pauses, and given up for a while")
  void sparesThatEndAreNotStartedInALoop() throws InterruptedException, Unavailable {
    var own = own(1);
    var spares = own.ownProcesses();
    own.lease("local").close();
    endSpare(own);
    for (int millis : new int[] {200, 400, 800}) {
      endSpare(own);
      time.pass(Duration.ofMillis(millis));
    }
    endSpare(own);
    time.pass(RestartPolicy.DOWN);
    Puppets.until(() -> spares.ready().size() == 1);
  }

  private static void endSpare(Upstream own) throws InterruptedException {
    Puppets.until(() -> own.ownProcesses().ready().size() == 1);
    var spare = own.ownProcesses().ready().getFirst();
    Processes.child(spare).stop(Grace.none());
    Puppets.until(() -> !own.ownProcesses().ready().contains(spare));
  }

  @Test
  @DisplayName("C34: spares end after ten minutes without a call, and no sooner")
  void sparesOfAnIdleServerEnd() throws InterruptedException, Unavailable {
    var own = own(1);
    var spares = own.ownProcesses();
    own.lease("local").close();
    time.advance(Duration.ofMinutes(5));
    own.lease("local").close();
    Puppets.until(() -> spares.ready().size() == 1);
    var spare = spares.ready().getFirst();
    time.advance(Duration.ofMinutes(10).minusMillis(1));
    assertThat(spares.ready()).hasSize(1);
    time.advance(Duration.ofMillis(1));
    assertThat(spares.ready()).isEmpty();
    spare.gone().join();
  }

  @Test
  @DisplayName("C34: a spare without the client's latest state takes no call")
  void anOutdatedSpareTakesNoCall() throws InterruptedException, Unavailable {
    var own = own(1);
    var spares = own.ownProcesses();
    own.lease("local").close();
    Puppets.until(() -> spares.ready().size() == 1);
    var spare = spares.ready().getFirst();
    own.snapshot().logLevel(new byte[0]);
    try (var lease = own.lease("local")) {
      assertThat(lease.link()).isNotSameAs(spare);
    }
    spare.gone().join();
  }

  @Test
  @DisplayName(
      "P11: a server that closes its input and lives is replaced; unread requests are not lost")
  void aServerThatClosesItsInputIsReplaced() throws InterruptedException, Unavailable {
    var deaf = new Upstream(processes.running("sh", "-c", "exec 0<&-; exec sleep 1000").server());
    deaf.start();
    deaf.snapshot().established();
    try (var lease = deaf.lease("local")) {
      var link = lease.link();
      Puppets.until(
          () -> link.transport().isBroken() || !link.tell(Messages.notification("x", null)));
      var heard = new Heard();
      link.ask(7, Messages.request(RequestId.of(7), "x", null), heard);
      time.pass(UpstreamConnection.END_LIMIT);
      assertThat(heard.loss.join())
          .isEqualTo(
              new Loss(
                  Loss.Kind.UNSENT, "The server \"dull\" has closed its input and did not end."));
      try (var next = deaf.lease("local")) {
        assertThat(next.link()).isNotSameAs(link);
      }
    }
    deaf.close(Grace.none());
  }

  @Test
  @DisplayName(
      "P11: where the system gives no thread, nothing is left of a start, and it is tried again")
  void aStartWithoutThreadsIsRetriedAndLeavesNothing() throws InterruptedException, Unavailable {
    var poor = new Faulty(1, new OutOfMemoryError("unable to create native thread"));
    var own = new Upstream(processes.server().of(poor));
    own.snapshot().established();
    own.start();
    Puppets.until(() -> poor.stopped.size() == 1);
    try (var lease = own.lease("local")) {
      assertThat(lease.link().isLost()).isFalse();
    }
    own.close(Grace.none());
    assertThat(poor.stopped).hasSize(2);
  }

  @Test
  @DisplayName("C34: a spare that a defect kept from starting is started again")
  void aSpareIsStartedAgainAfterADefect() throws InterruptedException, Unavailable {
    var defect = new Faulty(2, new IllegalStateException("of a test"));
    var own = new Upstream(processes.with(Isolation.CALL).spares(1).server().of(defect));
    own.lease("local").close();
    // Where the failed start has not been left by then, the next is due after a pause.
    Puppets.until(() -> {
      time.advance(Duration.ofMillis(10));
      return own.ownProcesses().ready().size() == 1;
    });
    own.close(Grace.none());
    Puppets.until(() -> defect.stopped.size() == defect.made.get());
    assertThat(defect.made).hasValueGreaterThanOrEqualTo(3);
  }

  @Test
  @DisplayName("A task without a thread runs once there is one")
  void aTaskWithoutAThreadRunsOnceThereIsOne() {
    var poor = new Faulty(0, new IllegalStateException());
    poor.threads.set(-2);
    var done = new CompletableFuture<Boolean>();
    processes.server().of(poor).background("test", () -> done.complete(true));
    time.advance(Duration.ofSeconds(1));
    assertThat(done).isNotDone();
    time.advance(Duration.ofSeconds(1));
    assertThat(done.join()).isTrue();
  }

  /** Of its transports one fails to start, though all that it takes is there by then. */
  private static final class Faulty implements Server.Resources {
    private final Puppets puppets = new Puppets();
    private final int number;
    private final Throwable fault;
    private final AtomicInteger made = new AtomicInteger();

    /** Each once, however often: what is still being stopped is stopped by a close as well. */
    final Set<Transport> stopped = ConcurrentHashMap.newKeySet();

    /** There are none below zero. */
    final AtomicInteger threads = new AtomicInteger();

    Faulty(int number, Throwable fault) {
      this.number = number;
      this.fault = fault;
    }

    @Override
    public Transport transport(
        Server server, UpstreamConnection link, UpstreamInbox inbox, Consumer<String> onEnd) {
      return new Counted(
          this, new HostTransport(server, puppets, inbox), made.incrementAndGet() == number);
    }

    @Override
    public void thread(String name, Runnable task) {
      if (threads.getAndIncrement() < 0) {
        throw new OutOfMemoryError("unable to create native thread");
      }
      Thread.ofPlatform().name(name).daemon().start(task);
    }
  }

  private record Counted(Faulty of, Transport inner, boolean fails) implements Transport {
    @Override
    public void start() {
      if (fails && of.fault instanceof Error error) {
        throw error;
      }
      if (fails && of.fault instanceof RuntimeException defect) {
        throw defect;
      }
    }

    @Override
    public boolean send(byte[] message) {
      return inner.send(message);
    }

    @Override
    public void answer(byte[] response) {
      inner.answer(response);
    }

    @Override
    public long fill() {
      return inner.fill();
    }

    @Override
    public boolean stop(Grace grace) throws InterruptedException {
      of.stopped.add(inner);
      return inner.stop(grace);
    }
  }
}
