package dev.belay.gateway.relay;

import dev.belay.core.approval.Approvals;
import dev.belay.core.job.Jobs;
import dev.belay.core.time.Patience;
import dev.belay.gateway.approval.ApprovalGates;
import dev.belay.gateway.call.Decisions;
import dev.belay.gateway.client.Asked;
import dev.belay.gateway.client.Guest;
import dev.belay.gateway.job.JobHandoff;
import dev.belay.gateway.job.JobHost;
import dev.belay.gateway.job.JobText;
import dev.belay.gateway.job.JobTools;
import dev.belay.gateway.upstream.Server;
import dev.belay.gateway.upstream.UpstreamListener;
import dev.belay.mcp.session.SessionFactory;
import dev.belay.process.tree.Grace;
import dev.belay.testbed.fault.FaultyHttp;
import dev.belay.testkit.json.Json;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * One governed server and any number of {@link Guest}s, as {@code belay serve} puts it together
 * without its doors; all go by a clock that the test moves.
 */
final class MultiClientHarness extends GovernedServer {
  static final String ALL =
      "{\"elicitation\":{\"form\":{},\"url\":{}},\"sampling\":{},\"roots\":{}}";

  private final AtomicInteger names = new AtomicInteger();
  private final Relay relay;
  private final SessionFactory door;
  final ConcurrentLinkedQueue<Decisions.Decision> decisions = new ConcurrentLinkedQueue<>();
  final FailingStore store = new FailingStore();
  final Jobs jobs = jobs();
  final Approvals approvals = new Approvals(clock, _ -> {});
  private @Nullable JobHandoff handoff;
  private final @Nullable FaultyHttp behind;
  private final @Nullable SessionFactory host;

  /** A server that Belay starts itself. */
  static MultiClientHarness of(Setup setup) {
    return new MultiClientHarness(setup, null, null, null);
  }

  /**
   * A server of these settings that is in this program: as many of them as there are need no
   * process.
   */
  static MultiClientHarness within(Setup setup, SessionFactory host) {
    return new MultiClientHarness(setup, null, null, host);
  }

  /**
   * Puts it together.
   *
   * @param behind the server at {@code url}, ended with this
   */
  MultiClientHarness(
      Setup setup,
      @Nullable FaultyHttp behind,
      @Nullable String url,
      @Nullable SessionFactory host) {
    super(setup, url, hand -> hand);
    this.behind = behind;
    this.host = host;
    relay =
        relay(
            Sharing.MANY_CLIENTS,
            (setup.hasJobs ? around(setup) : Neighbours.none().traced(setup.tracing))
                .approving(gates()));
    door = setup.hasJobs ? jobHost() : relay;
    relay.start();
  }

  private ApprovalGates gates() {
    return new ApprovalGates(
        approvals, settings::approval, _ -> false, ApprovalGates.Place.API, clock);
  }

  private Neighbours around(Setup setup) {
    var threads = Thread.ofVirtual().factory();
    var terms = new JobHandoff.Terms(Duration.ofSeconds(50), Duration.ZERO, Duration.ofSeconds(10));
    handoff = new JobHandoff(jobs, () -> terms, decisions::add, threads, clock);
    return Neighbours.none().traced(setup.tracing).handingOff(handoff);
  }

  private SessionFactory jobHost() {
    return new JobHost(
        relay,
        new JobTools(jobs, Objects.requireNonNull(handoff), clock),
        List.of(),
        () -> true,
        relay);
  }

  private Jobs jobs() {
    var terms = new Jobs.Terms(Duration.ofDays(1), 1 << 20);
    var threads = Thread.ofVirtual().factory();
    return new Jobs(store, () -> terms, 100, JobText::failure, threads, clock, reports::add);
  }

  /** {@return where its clients come in} */
  SessionFactory door() {
    return door;
  }

  @Override
  Server server(UpstreamListener listener) {
    var server = super.server(listener);
    return host == null ? server : server.within(host);
  }

  Relay relay() {
    return relay;
  }

  /** Goes by another belay.yaml from now on. */
  void reload(String yaml) {
    setup.yaml(yaml);
    var other = setup.load(null);
    relay.replace(other, Objects.requireNonNull(other.servers().get("faulty")));
  }

  String nextName() {
    return "guest-" + names.incrementAndGet();
  }

  /** {@return the server at a url that all this stands before} */
  FaultyHttp behind() {
    return Objects.requireNonNull(behind);
  }

  Guest guest(String era) throws InterruptedException {
    return guest(era.equals("modern"));
  }

  Guest guest(boolean modern) throws InterruptedException {
    return modern ? modern() : legacy();
  }

  /** {@return a legacy client whose session is open, and that can be asked anything} */
  Guest legacy() throws InterruptedException {
    return legacy(ALL);
  }

  Guest legacy(String capabilities) throws InterruptedException {
    return stranger("local", capabilities).initialized();
  }

  /** {@return a modern client that can be asked anything} */
  Guest modern() {
    return modern("local", ALL);
  }

  Guest modern(String principal, String capabilities) {
    return new Guest(door(), this::nextName, principal, /* modern= */ true, capabilities);
  }

  /** {@return a client that has yet to open its legacy session} */
  Guest stranger(String principal, String capabilities) {
    return new Guest(door(), this::nextName, principal, /* modern= */ false, capabilities);
  }

  /** Waits until something holds; {@code what} says it. */
  void await(String what, Patience.Condition<RuntimeException> wanted) throws InterruptedException {
    Patience.await(wanted, () -> "never: " + what + "; reported " + reports);
  }

  /** Lets time pass, step by step, until something holds; {@code what} says it. */
  void pass(Duration step, String what, Patience.Condition<RuntimeException> wanted)
      throws InterruptedException {
    Patience.await(time(), step, wanted, () -> "never: " + what + "; reported " + reports);
  }

  /** Waits until the servers have got so many messages of that method. */
  List<Json> awaitGot(String method, int count) throws InterruptedException {
    await(count + " × " + method, () -> got(method).size() >= count);
    return got(method);
  }

  /** Lets a second pass, and another one, until something holds; {@code what} says it. */
  void pass(String what, Patience.Condition<RuntimeException> wanted) throws InterruptedException {
    pass(Duration.ofSeconds(1), what, wanted);
  }

  /** Lets rounds end that gather questions, until that request has its answer. */
  Json endRound(Asked asked) throws InterruptedException {
    pass(ClientRounds.GATHER, "a round's end", asked::isOver);
    return asked.result();
  }

  /** {@return the one question of that method that reached the guest, besides answers or by one} */
  Json question(Asked asked, String method) throws InterruptedException {
    await("a question " + method, () -> !asked.told(method).isEmpty());
    return asked.told(method).getFirst();
  }

  @Override
  void end() throws IOException, InterruptedException {
    governor().close();
    jobs.close();
    relay.close(Grace.brisk());
    if (behind != null) {
      behind.close();
    }
  }
}
