package dev.belay.bench.soak;

import dev.belay.bench.catalog.BelayConfig;
import dev.belay.bench.http.RunningGateway;
import dev.belay.bench.report.Figure;
import dev.belay.bench.report.Sample;
import dev.belay.core.time.Time;
import dev.belay.testkit.fault.FaultyServers;
import dev.belay.testkit.json.Json;
import dev.belay.testkit.process.LiveProcesses;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.ToDoubleFunction;

/**
 * A {@code belay serve} as it is shipped, for minutes: calls that work, fail, hang and are cut,
 * clients that cancel and leave, servers that write garbage and crash, processes that outlive their
 * parents. It must be afterwards what it was before, and have an end for each beginning.
 */
public final class SoakFigures {
  private static final int CLIENTS = 6;
  private static final Duration WARM_UP = Duration.ofSeconds(20);
  private static final Duration EVERY = Duration.ofSeconds(1);
  private static final Duration QUIET_LIMIT = Duration.ofSeconds(60);

  /** What a run may add to what there was: pools and caches breathe. */
  private static final double MORE_MIB = 16;

  /** The heap that Belay is shipped with, and what Java takes beside it (P13). */
  private static final double MOST_MIB = 512 + 100;

  /** When the heap is looked at first: what is loaded and kept for good is there by then. */
  private static final int EARLY = 30;

  private static final double MORE_THREADS = 12;
  private static final double MORE_DESCRIPTORS = 8;

  private static final Time TIME = Time.system();

  private final DeedCount deeds = new DeedCount();
  private final List<Vitals> readings = new ArrayList<>();
  private final List<Figure> figures = new ArrayList<>();
  private final Consumer<String> say;
  private final long beganAt = TIME.nanos();
  private double earlyHeap = Double.NaN;

  private SoakFigures(Consumer<String> say) {
    this.say = say;
  }

  /**
   * {@return all figures; the picture is in {@code bench/target/soak.svg}}
   *
   * @param root the checkout, with a finished {@code dist/}
   */
  public static List<Figure> take(Path root, Duration length, Consumer<String> say)
      throws IOException, InterruptedException {
    var soak = new SoakFigures(say);
    try (var config = new BelayConfig(root, "soak", yaml(), "{}")) {
      try (var gateway = config.start();
          var balance = Balance.of(gateway)) {
        soak.run(gateway, balance, config.directory(), length);
      } finally {
        var picture = root.resolve("bench/target/soak.svg");
        Files.writeString(picture, Plot.of(soak.readings));
        say.accept("soak: the picture is in " + picture);
      }
    }
    return soak.figures;
  }

  private static String yaml() {
    return "mcpServers:\n" + server("steady") + server("rough");
  }

  private static String server(String name) {
    var words = FaultyServers.command("--log", BelayConfig.HERE + "/" + name + ".log");
    var arguments = new StringBuilder();
    for (var word : words.subList(1, words.size())) {
      arguments.append(arguments.isEmpty() ? "" : ", ").append(Json.quote(word));
    }
    return "  %s: { command: %s, args: [%s], isolation: shared, timeout: 30 }\n"
        .formatted(name, Json.quote(words.getFirst()), arguments);
  }

  private void run(RunningGateway gateway, Balance balance, Path directory, Duration length)
      throws IOException, InterruptedException {
    var clients = new ArrayList<Thread>();
    for (int i = 0; i < CLIENTS; i++) {
      var client = new Soaker(gateway, i, TIME, deeds);
      clients.add(Thread.ofPlatform().name("bench-client-" + i).daemon().start(client));
    }
    soak(gateway, balance, length);
    deeds.end();
    for (var client : clients) {
      client.join();
    }
    int quietFrom = quiet(gateway, balance);
    flat(quietFrom, LiveHeap.mib(gateway.pid()));
    balanced(balance);
    processes(gateway, directory);
  }

  private void soak(RunningGateway gateway, Balance balance, Duration length)
      throws IOException, InterruptedException {
    long end = TIME.nanos() + length.toNanos();
    while (TIME.nanos() < end) {
      read(gateway);
      if (readings.size() == EARLY) {
        earlyHeap = LiveHeap.mib(gateway.pid());
      }
      if (readings.size() % 60 == 0) {
        var last = readings.getLast();
        say.accept(
            "soak: %.0f s, %,.0f things done, %.0f MiB, %.0f threads, %.0f descriptors, %.0f children, %d calls under way"
                .formatted(
                    last.seconds(),
                    last.done(),
                    last.mib(),
                    last.threads(),
                    last.descriptors(),
                    last.children(),
                    balance.open().size()));
      }
      TIME.sleep(EVERY);
    }
  }

  private void read(RunningGateway gateway) throws IOException {
    readings.add(Vitals.of(gateway.pid(), (TIME.nanos() - beganAt) / 1e9, (double) deeds.done()));
  }

  /** Waits until nothing is under way, and a while longer: returns where that begins. */
  private int quiet(RunningGateway gateway, Balance balance)
      throws IOException, InterruptedException {
    long end = TIME.nanos() + QUIET_LIMIT.toNanos();
    while (!balance.open().isEmpty() && TIME.nanos() < end) {
      read(gateway);
      TIME.sleep(EVERY);
    }
    for (int i = 0; i < 15; i++) {
      read(gateway);
      TIME.sleep(EVERY);
    }
    return readings.size() - 5;
  }

  /** Late is as early: by the middle of what was read, since collections make teeth. */
  private void flat(int quietFrom, double lateHeap) {
    var warm =
        readings.subList(0, quietFrom).stream()
            .filter(reading -> reading.seconds() > WARM_UP.toSeconds())
            .toList();
    if (warm.size() < 8) {
      figures.add(Figure.missing("growth", "it ran for too short a time"));
      return;
    }
    var early = warm.subList(0, warm.size() / 4);
    var late = warm.subList(warm.size() * 3 / 4, warm.size());
    figures.add(
        Figure.atMost(
            "growth of the heap, cleared",
            "%s MiB after %d s, %s MiB once all is quiet"
                .formatted(Figure.text(earlyHeap), EARLY, Figure.text(lateHeap)),
            "+",
            MORE_MIB,
            "MiB",
            lateHeap - earlyHeap));
    // A heap is cleared when it is full: until then it may grow, and nothing is wrong with that.
    figures.add(
        Figure.atMost(
            "resident size, at most",
            "%.0f MiB in the first quarter, %.0f in the last"
                .formatted(middle(early, Vitals::mib), middle(late, Vitals::mib)),
            "",
            MOST_MIB,
            "MiB",
            readings.stream().mapToDouble(Vitals::mib).max().orElse(Double.NaN)));
    figures.add(growth("threads", early, late, Vitals::threads, "", MORE_THREADS));
    figures.add(growth("descriptors", early, late, Vitals::descriptors, "", MORE_DESCRIPTORS));
    var quiet = readings.subList(quietFrom, readings.size());
    figures.add(
        Figure.atMost(
            "descriptors once all is quiet, over the early ones",
            "%.0f".formatted(middle(quiet, Vitals::descriptors)),
            "+",
            0,
            "",
            Math.max(0, middle(quiet, Vitals::descriptors) - middle(early, Vitals::descriptors))));
    // Two servers and the watchdog; a warm spare of each may be there as well.
    figures.add(
        Figure.atMost(
            "children once all is quiet", "", "", 8, "", middle(quiet, Vitals::children)));
  }

  private static Figure growth(
      String name,
      List<Vitals> early,
      List<Vitals> late,
      ToDoubleFunction<Vitals> value,
      String unit,
      double most) {
    double before = middle(early, value);
    double after = middle(late, value);
    return Figure.atMost(
        "growth of " + name,
        "%.0f in the first quarter, %.0f in the last".formatted(before, after),
        "+",
        most,
        unit,
        after - before);
  }

  private static double middle(List<Vitals> readings, ToDoubleFunction<Vitals> value) {
    return new Sample(readings.stream().mapToLong(one -> (long) value.applyAsDouble(one)).toArray())
        .median();
  }

  private void balanced(Balance balance) {
    figures.add(Figure.told("things that clients did", deeds.words(), "", (double) deeds.done()));
    figures.add(
        Figure.atMost(
            "of these not answered as they should be",
            deeds.failures(),
            "",
            0,
            "",
            (double) deeds.wrong()));
    figures.add(
        Figure.atMost(
            "calls that have begun and not ended",
            "%,d begun, %,d ended: %s".formatted(balance.begun(), balance.ended(), balance.words())
                + (balance.open().isEmpty() ? "" : "; open: " + balance.open().values()),
            "",
            0,
            "",
            (double) balance.open().size()));
    figures.add(
        Figure.atMost("events missed by one reader", "", "", 0, "", (double) balance.missed()));
  }

  private void processes(RunningGateway gateway, Path directory)
      throws IOException, InterruptedException {
    var spawned = new TreeSet<Long>();
    var servers = new TreeSet<Long>();
    for (var name : List.of("steady", "rough")) {
      for (var line : Files.readAllLines(directory.resolve(name + ".log"))) {
        if (line.startsWith("spawned ")) {
          spawned.add(Long.parseLong(line.substring(8).strip()));
        } else if (line.startsWith("pid ")) {
          servers.add(Long.parseLong(line.substring(4).strip()));
        }
      }
    }
    figures.add(
        Figure.atMost(
            "processes that calls left behind",
            spawned.size() + " started by calls",
            "",
            0,
            "",
            (double) alive(spawned)));
    var all = new TreeSet<Long>(spawned);
    all.addAll(servers);
    var _ = ProcessHandle.of(gateway.pid()).map(ProcessHandle::destroy);
    long end = TIME.nanos() + QUIET_LIMIT.toNanos();
    while ((LiveProcesses.isAlive(gateway.pid()) || alive(all) > 0) && TIME.nanos() < end) {
      TIME.sleep(Duration.ofMillis(100));
    }
    figures.add(
        Figure.atMost(
            "processes alive after the end of the gateway",
            servers.size() + " servers were started",
            "",
            0,
            "",
            alive(all) + (LiveProcesses.isAlive(gateway.pid()) ? 1.0 : 0.0)));
  }

  private static long alive(Set<Long> pids) {
    return pids.stream().filter(LiveProcesses::isAlive).count();
  }
}
