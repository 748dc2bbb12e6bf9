package dev.belay.gateway.relay;

import dev.belay.config.ServerSettings;
import dev.belay.config.Settings;
import dev.belay.core.call.Governor;
import dev.belay.core.journal.CallEvent;
import dev.belay.core.journal.Journal;
import dev.belay.core.time.HandTime;
import dev.belay.core.time.Patience;
import dev.belay.core.time.Time;
import dev.belay.gateway.ByHand;
import dev.belay.gateway.upstream.Server;
import dev.belay.gateway.upstream.Upstream;
import dev.belay.gateway.upstream.UpstreamListener;
import dev.belay.testbed.fault.Gate;
import dev.belay.testkit.json.Json;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * One governed server of a {@link Setup}, and what a test reads of it.
 *
 * <p>Closing it fails if any process that it started is still alive.
 */
abstract class GovernedServer implements AutoCloseable {
  final Setup setup;
  final Settings settings;
  final ServerSettings spec;
  final Time clock;
  final ConcurrentLinkedQueue<String> reports = new ConcurrentLinkedQueue<>();
  private final HandTime time = new HandTime();
  private final List<Upstream> upstreams = new CopyOnWriteArrayList<>();
  private final AtomicInteger gates = new AtomicInteger();
  private final ServerRecord servers;
  private final Governor governor;

  GovernedServer(Setup setup, @Nullable String url, Function<HandTime, Time> clock) {
    this.setup = setup;
    this.clock = clock.apply(time);
    servers = setup.record();
    settings = setup.load(url);
    spec = Objects.requireNonNull(settings.servers().get("faulty"));
    var limits = setup.limits;
    governor = ByHand.governor(limits == null ? this.clock : limits, spec.cancelGrace());
  }

  /** {@return what governs it, not started} */
  Relay relay(Sharing sharing, Neighbours neighbours) {
    return new Relay(
        settings,
        spec,
        governor,
        (listener, own) -> {
          var server = server(listener);
          var made = own == null ? new Upstream(server) : new Upstream(server, own);
          upstreams.add(made);
          return made;
        },
        sharing,
        neighbours,
        reports::add,
        clock);
  }

  List<Upstream> upstreams() {
    return upstreams;
  }

  Server server(UpstreamListener listener) {
    return setup.server(settings, spec, clock, listener, reports::add);
  }

  /** {@return the clock of Belay and of its servers, where these are in this program} */
  HandTime time() {
    return time;
  }

  Governor governor() {
    return governor;
  }

  /** {@return another gate for a call of {@code sleep} or {@code progress}, closed} */
  Gate gate() {
    return new Gate(setup.directory.resolve("gate-" + gates.incrementAndGet()));
  }

  ServerRecord servers() {
    return servers;
  }

  /** {@return what the servers did, line by line, over all restarts} */
  List<String> log(String event) {
    return servers.of(event);
  }

  /** {@return the requests and notifications of that method that the servers got} */
  List<Json> got(String method) {
    return servers.got(method);
  }

  String awaitLog(String event, Predicate<String> wanted) throws InterruptedException {
    return awaitLog(event, wanted, 1).getLast();
  }

  /** Waits until the servers have noted {@code count} such lines. */
  List<String> awaitLog(String event, Predicate<String> wanted, int count)
      throws InterruptedException {
    Patience.await(
        () -> log(event).stream().filter(wanted).count() >= count,
        () -> "no '" + event + "' that is wanted in " + servers.lines());
    return log(event).stream().filter(wanted).toList();
  }

  String awaitReport(String part) throws InterruptedException {
    Patience.await(
        () -> reports.stream().anyMatch(line -> line.contains(part)),
        () -> "nobody reported '" + part + "' but " + reports);
    return reports.stream().filter(line -> line.contains(part)).findFirst().orElseThrow();
  }

  /** {@return what the journal has of that kind, in order} */
  <E extends CallEvent> List<E> events(Class<E> kind) {
    var events = new ArrayList<E>();
    var reader = governor.journal().readerFromOldest();
    for (var reading = reader.poll(); reading != null; reading = reader.poll()) {
      if (reading instanceof Journal.Entry entry && kind.isInstance(entry.event())) {
        events.add(kind.cast(entry.event()));
      }
    }
    return events;
  }

  abstract void end() throws IOException, InterruptedException;

  @Override
  public void close() throws IOException {
    try {
      end();
      setup.delete();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("cut off while closing", e);
    }
  }
}
