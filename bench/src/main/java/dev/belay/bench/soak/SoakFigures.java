package dev.belay.bench.soak;

import dev.belay.bench.catalog.BelayConfig;
import dev.belay.bench.http.Gateways;
import dev.belay.bench.http.RunningGateway;
import dev.belay.bench.report.Report;
import dev.belay.bench.report.Sample;
import dev.belay.core.time.Time;
import dev.belay.testbed.fault.FaultyServers;
import dev.belay.testbed.process.LiveProcesses;
import dev.belay.testkit.json.Json;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.ToDoubleFunction;
import java.util.regex.Pattern;

/**
 * Soak of a shipped {@code belay serve} for minutes: calls that work, fail, hang and are cut,
 * clients that cancel and leave, servers that write garbage and crash, processes that outlive their
 * parents. Afterwards its state must equal that before, and every begin must have an end.
 */
public final class SoakFigures {
  private static final int CLIENTS = 6;
  private static final Duration WARM_UP = Duration.ofSeconds(20);
  private static final Duration EVERY = Duration.ofSeconds(1);
  private static final Duration QUIET_LIMIT = Duration.ofSeconds(60);

  /** The growth allowed to a run, since pools and caches vary. */
  private static final double MORE_MIB = 16;

  /** The shipped heap, and Java's memory beside it (P13). */
  private static final double MOST_MIB = 512 + 100;

  /** The time of the first look at the heap, when everything permanent is loaded. */
  private static final int EARLY = 30;

  private static final String QUARTERS = "%s in the first quarter, %s in the last";
  private static final double MORE_THREADS = 12;
  private static final double MORE_DESCRIPTORS = 8;

  private static final Time TIME = Time.system();

  private final DeedCount deeds = new DeedCount();
  private final List<Vitals> readings = new ArrayList<>();
  private final Report report;
  private final Consumer<String> say;
  private final long beganAt = TIME.nanos();
  private double earlyHeap = Double.NaN;

  private SoakFigures(Report report, Consumer<String> say) {
    this.report = report;
    this.say = say;
  }

  /**
   * Measures all figures; the picture is in {@code bench/target/soak.svg}.
   *
   * @param root the checkout, with a finished {@code dist/}
   */
  public static void take(Report report, Path root, Duration length, Consumer<String> say)
      throws IOException, InterruptedException {
    var soak = new SoakFigures(report, say);
    try (var config = new BelayConfig(root, "soak", yaml(), "{}")) {
      try (var gateway = config.start();
          var balance = new Balance(gateway)) {
        soak.run(gateway, balance, config.directory(), length);
      } finally {
        var picture = root.resolve("bench/target/soak.svg");
        Files.writeString(picture, Plot.of(soak.readings));
        say.accept("soak: the picture is in " + picture);
      }
    }
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

  /**
   * Waits until nothing is in progress, and a while longer; returns the index at which quiet began.
   */
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

  /** Compares late readings with early ones by their median, since collections make sawteeth. */
  private void flat(int quietFrom, double lateHeap) {
    var warm =
        readings.subList(0, quietFrom).stream()
            .filter(reading -> reading.seconds() > WARM_UP.toSeconds())
            .toList();
    if (warm.size() < 8) {
      report.missing("growth", "it ran for too short a time");
      return;
    }
    var early = warm.subList(0, warm.size() / 4);
    var late = warm.subList(warm.size() * 3 / 4, warm.size());
    report.added(
        "growth of the heap, cleared",
        MORE_MIB,
        "MiB",
        lateHeap - earlyHeap,
        "%s MiB after %d s, %s MiB once all is quiet",
        earlyHeap,
        EARLY,
        lateHeap);
    // A heap is collected when it is full: until then it may grow, which is no fault.
    report.atMost(
        "resident size, at most",
        MOST_MIB,
        "MiB",
        readings.stream().mapToDouble(Vitals::mib).max().orElse(Double.NaN),
        QUARTERS,
        middle(early, Vitals::mib),
        middle(late, Vitals::mib));
    growth("threads", early, late, Vitals::threads, MORE_THREADS);
    growth("descriptors", early, late, Vitals::descriptors, MORE_DESCRIPTORS);
    var quiet = readings.subList(quietFrom, readings.size());
    double held = middle(quiet, Vitals::descriptors);
    report.added(
        "descriptors once all is quiet, over the early ones",
        0,
        "",
        Math.max(0, held - middle(early, Vitals::descriptors)),
        "%s",
        held);
    // Two servers and the watchdog; a warm spare of each may exist as well.
    report.atMost("children once all is quiet", 8, "", middle(quiet, Vitals::children));
  }

  private void growth(
      String name,
      List<Vitals> early,
      List<Vitals> late,
      ToDoubleFunction<Vitals> value,
      double most) {
    double before = middle(early, value);
    double after = middle(late, value);
    report.added("growth of " + name, most, "", after - before, QUARTERS, before, after);
  }

  private static double middle(List<Vitals> readings, ToDoubleFunction<Vitals> value) {
    return new Sample(readings.stream().mapToLong(one -> (long) value.applyAsDouble(one)).toArray())
        .median();
  }

  private void balanced(Balance balance) {
    report.told("things that clients did", "", (double) deeds.done(), "%s", deeds.words());
    var wrong = "of these not answered as they should be";
    report.atMost(wrong, 0, "", (double) deeds.wrong(), "%s", deeds.failures());
    report.atMost(
        "calls that have begun and not ended",
        0,
        "",
        balance.open().size(),
        "%,d begun, %,d ended: %s%s",
        balance.begun(),
        balance.ended(),
        balance.words(),
        balance.open().isEmpty() ? "" : "; open: " + balance.open().values());
    report.atMost("events missed by one reader", 0, "", (double) balance.missed());
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
    var started = spawned.size() + " started by calls";
    report.atMost("processes that calls left behind", 0, "", (double) alive(spawned), started);
    var all = new TreeSet<Long>(spawned);
    all.addAll(servers);
    var _ = ProcessHandle.of(gateway.pid()).map(ProcessHandle::destroy);
    long end = TIME.nanos() + QUIET_LIMIT.toNanos();
    while ((LiveProcesses.isAlive(gateway.pid()) || alive(all) > 0) && TIME.nanos() < end) {
      TIME.sleep(Duration.ofMillis(100));
    }
    long left = alive(all) + (LiveProcesses.isAlive(gateway.pid()) ? 1 : 0);
    var name = "processes alive after the end of the gateway";
    report.atMost(name, 0, "", (double) left, "%d servers were started", servers.size());
  }

  private static long alive(Set<Long> pids) {
    return pids.stream().filter(LiveProcesses::isAlive).count();
  }

  /** Heap of a Java program after a collection. */
  static final class LiveHeap {
    /** Matches the generations of the serial collector. */
    private static final Pattern USED = Pattern.compile("total \\d+K, used (\\d+)K");

    private static final double KIB_OF_MIB = 1024;

    private LiveHeap() {}

    /** {@return its size in MiB} */
    static double mib(long pid) throws IOException, InterruptedException {
      var _ = asked(pid, "GC.run");
      var found = USED.matcher(asked(pid, "GC.heap_info"));
      double kib = 0;
      while (found.find()) {
        kib += Double.parseDouble(found.group(1));
      }
      if (kib == 0) {
        throw new IOException("the heap of process " + pid + " cannot be looked at");
      }
      return kib / KIB_OF_MIB;
    }

    private static String asked(long pid, String command) throws IOException, InterruptedException {
      var jcmd = Path.of(Gateways.java()).resolveSibling("jcmd").toString();
      var asked =
          new ProcessBuilder(jcmd, Long.toString(pid), command).redirectErrorStream(true).start();
      var said = new String(asked.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      var _ = asked.waitFor();
      return said;
    }
  }
}
