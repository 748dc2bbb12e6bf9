package dev.belay.gateway.relay;

import dev.belay.config.Config;
import dev.belay.config.Loaded;
import dev.belay.config.Sources;
import dev.belay.core.call.Governor;
import dev.belay.core.time.HandTime;
import dev.belay.core.time.Patience;
import dev.belay.core.time.Time;
import dev.belay.gateway.ByHand;
import dev.belay.gateway.upstream.Server;
import dev.belay.gateway.upstream.SessionSnapshot;
import dev.belay.gateway.upstream.Upstream;
import dev.belay.process.spawn.Spawner;
import dev.belay.process.tree.Grace;
import dev.belay.testbed.fault.FaultyHttp;
import dev.belay.testkit.json.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A whole governed server at a url, as {@code belay serve} puts it together, for many clients, on a
 * clock that the test moves.
 */
final class HttpRope implements AutoCloseable {
  private static final String CAPABILITIES = "{\"elicitation\":{}}";

  /** The time that passes between two looks. */
  private static final Duration STEP = Duration.ofSeconds(1);

  private final ConcurrentLinkedQueue<String> reports = new ConcurrentLinkedQueue<>();
  private final AtomicInteger names = new AtomicInteger();
  private final Spawner spawner = Spawner.open(Time.system());
  private final Path directory = Files.createTempDirectory("rope");
  private final HandTime time;

  /** The clock of calls, whose sweep is armed until it passes. */
  private final HandTime limits = new HandTime();

  private final Governor governor;
  private final Relay relay;

  /** Puts it together; {@code settings} are more lines of the server's YAML. */
  HttpRope(URI url, String... settings) throws IOException {
    this(new HandTime(), url, settings);
  }

  /** Puts one together on the clock {@code time}. */
  HttpRope(HandTime time, URI url, String... settings) throws IOException {
    this.time = time;
    var yaml = new StringBuilder("mcpServers:\n  faulty:\n    url: \"" + url + "\"\n");
    for (var line : settings) {
      yaml.append("    ").append(line).append('\n');
    }
    Files.writeString(directory.resolve("belay.yaml"), yaml);
    var sources = new Sources(directory, null, List.of(), Map.of("KEY", "s3cret"), List.of(), null);
    if (!(Config.load(sources) instanceof Loaded.Good(var all, var _))) {
      throw new IllegalArgumentException(Config.load(sources).toString());
    }
    var spec = Objects.requireNonNull(all.servers().get("faulty"));
    governor = ByHand.governor(limits, spec.cancelGrace());
    relay =
        new Relay(
            all,
            spec,
            governor,
            (listener, opening) ->
                new Upstream(
                    new Server(
                        spec,
                        Map.of(),
                        all.mcp().maxLineBytes(),
                        spawner,
                        time,
                        new SessionSnapshot(),
                        listener,
                        reports::add,
                        _ -> {}),
                    Objects.requireNonNull(opening)),
            Sharing.MANY_CLIENTS,
            Neighbours.none(),
            reports::add,
            time);
    relay.start();
  }

  /** {@return a new client of the era, whose session is open where it has one} */
  Guest guest(String era) throws InterruptedException {
    return era.equals("legacy") ? legacy() : modern();
  }

  Guest legacy() throws InterruptedException {
    return unopened().initialized();
  }

  /** {@return a new legacy client that opens no session} */
  Guest unopened() {
    return new Guest(relay, this::nextName, "local", /* modern= */ false, CAPABILITIES);
  }

  Guest modern() {
    return new Guest(relay, this::nextName, "local", /* modern= */ true, CAPABILITIES);
  }

  private String nextName() {
    return "guest-" + names.incrementAndGet();
  }

  /** Lets time pass until a request is answered. Returns the text of the answer. */
  String passUntil(Asked asked) throws InterruptedException {
    Patience.await(
        () -> {
          time.advance(STEP);
          limits.advance(STEP);
          return asked.isOver();
        },
        () -> "no answer");
    return asked.text();
  }

  /** {@return whether it is known what the server speaks that all share} */
  boolean knowsEra() {
    return relay.audiences().audiences().getFirst().upstream().snapshot().era() != null;
  }

  List<String> reports() {
    return List.copyOf(reports);
  }

  /** {@return the messages of this method that a server got} */
  static List<Json> got(FaultyHttp server, String method) {
    try {
      return server.log().stream()
          .filter(line -> line.startsWith("recv {"))
          .map(line -> Json.parse(line.substring(5)))
          .filter(message -> message.at("method").text().equals(method))
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Waits until the server has got {@code count} messages of this method. */
  static void awaitGot(FaultyHttp server, String method, int count) throws InterruptedException {
    Patience.await(
        () -> got(server, method).size() >= count, () -> "not " + count + " × " + method);
  }

  @Override
  public void close() throws IOException {
    try {
      governor.close();
      relay.close(Grace.brisk());
      spawner.close();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("cut off while closing", e);
    }
    Files.delete(directory.resolve("belay.yaml"));
    Files.delete(directory);
  }
}
