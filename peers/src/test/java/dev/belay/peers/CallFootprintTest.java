package dev.belay.peers;

import dev.belay.core.time.Patience;
import dev.belay.testbed.process.LiveProcesses;
import dev.belay.testkit.client.ScriptedClient;
import dev.belay.testkit.client.ScriptedHttpClient;
import dev.belay.testkit.json.Json;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The live objects that a call in flight costs the finished build, against their ceilings.
 *
 * <p>A figure is the growth of a class histogram by {@value #CALLS} held calls, per call. It must
 * not exceed its ceiling, and a ceiling must follow a figure that has fallen. All figures are left
 * in {@code target/footprint.txt}, with the classes behind them.
 */
@Tag("process")
class CallFootprintTest {
  private static final int CALLS = 100;
  private static final int FIRST = 20;
  private static final int SHOWN = 30;

  /**
   * Room for what is created once during the measured calls; one object more per call exceeds it.
   */
  private static final double NOISE = 0.4;

  private static final String CALL = "tools/call";
  private static final String HELD = "hang_honouring_cancel";

  private static final Ceilings WRAP = new Ceilings(74, 0, 0, 7, 1);
  private static final Ceilings LEGACY = new Ceilings(97, 0, 0, 12, 2);
  private static final Ceilings MODERN = new Ceilings(116, 7, 10, 12, 2);
  private static final Ceilings NATIVE = new Ceilings(156, 8, 12, 19, 4);

  private static final List<String> table = new ArrayList<>();
  private static final List<String> classes = new ArrayList<>();
  private static URLClassLoader build;

  @TempDir Path directory;

  /** The most objects per call of one kind of client and tool. */
  private record Ceilings(int belay, int conversations, int maps, int locks, int virtualThreads) {
    int of(Figure figure) {
      return switch (figure) {
        case BELAY -> belay;
        case CONVERSATIONS -> conversations;
        case MAPS -> maps;
        case LOCKS -> locks;
        case VIRTUAL_THREADS -> virtualThreads;
      };
    }
  }

  /** A count of objects, which may lie below its ceiling by less than {@code slack}. */
  private enum Figure {
    BELAY("objects of Belay", 3, CallFootprintTest::isBelay),
    CONVERSATIONS("conversations", 1, CallFootprintTest::isConversation),
    MAPS("concurrent maps", 1, "java.util.concurrent.ConcurrentHashMap"::equals),
    LOCKS(
        "locks",
        1,
        Set.of(
                "java.util.concurrent.locks.ReentrantLock",
                "java.util.concurrent.locks.ReentrantReadWriteLock")
            ::contains),
    VIRTUAL_THREADS("virtual threads", 1, "java.lang.VirtualThread"::equals);

    private final String name;
    private final int slack;
    private final Predicate<String> classes;

    Figure(String name, int slack, Predicate<String> classes) {
      this.name = name;
      this.slack = slack;
      this.classes = classes;
    }
  }

  /** Sends a call under that id, and does not wait for its answer. */
  private interface Sender {
    void send(String id);
  }

  @BeforeAll
  static void openTheFinishedBuild() throws IOException {
    var lib = Wrapped.BELAY.resolveSibling("../lib").normalize();
    var jars = new ArrayList<URL>();
    try (var files =
        Files.newDirectoryStream(
            lib.resolve(Files.readString(lib.resolve(".current")).strip()), "*.jar")) {
      for (var file : files) {
        jars.add(file.toUri().toURL());
      }
    }
    build = new URLClassLoader(jars.toArray(URL[]::new), ClassLoader.getPlatformClassLoader());
  }

  @AfterAll
  static void writeReport() throws IOException {
    build.close();
    var lines = new ArrayList<>(table);
    lines.addAll(classes);
    Files.write(Path.of("target", "footprint.txt"), lines);
  }

  @Test
  void aCallBehindWrap() throws IOException, InterruptedException {
    var wrapped = Wrapped.start(log(), List.of());
    try (var client = wrapped.client()) {
      client.initialize("2025-11-25");
      hold("wrap", WRAP, wrapped.pid(), HELD, id -> client.request(id, CALL, held()));
    }
  }

  @Test
  void aCallOfALegacySession() throws IOException, InterruptedException {
    try (var served = Served.start(log());
        var client = ScriptedHttpClient.legacy(served.endpoint())) {
      client.initialize("2025-11-25");
      hold("legacy", LEGACY, served.pid(), HELD, id -> client.request(id, CALL, held()));
    }
  }

  @Test
  void aModernCallOfAnUpstream() throws IOException, InterruptedException {
    try (var served = Served.start(log());
        var client = ScriptedHttpClient.modern(served.endpoint())) {
      hold("modern", MODERN, served.pid(), HELD, id -> client.request(id, CALL, held()));
    }
  }

  @Test
  void aModernCallOfANativeTool() throws IOException, InterruptedException {
    // As declared, one program runs at a time.
    var config = directory.resolve("belay.yaml");
    Files.writeString(config, "tools: { exec: { concurrency: parallel } }\n");
    Files.createFile(log());
    var words =
        List.of(
            "sh", "-c", "echo pid $$ >>$0; echo call exec >>$0; exec sleep 600", log().toString());
    var command = words.stream().map(Json::quote).collect(Collectors.joining(","));
    var program = ScriptedClient.toolCall("exec", "{\"command\":[" + command + "]}");
    try (var served =
            Served.startAlone(
                log(),
                "--config",
                config.toString(),
                "--samples",
                "all",
                "--root",
                directory.toString());
        var client = ScriptedHttpClient.modern(served.endpoint())) {
      hold("native", NATIVE, served.pid(), "exec", id -> client.request(id, CALL, program));
    }
  }

  @AfterEach
  void nothingIsLeft() throws IOException, InterruptedException {
    try (var lines = Files.lines(log())) {
      LiveProcesses.awaitGone(
          lines
              .filter(line -> line.startsWith("pid "))
              .map(line -> Long.valueOf(line.substring("pid ".length())))
              .toList());
    }
  }

  private Path log() {
    return directory.resolve("log");
  }

  private static String held() {
    return ScriptedClient.toolCall(HELD, "{}");
  }

  /** The calls that the upstream has received. */
  private long logged(String tool) throws IOException {
    return Files.notExists(log())
        ? 0
        : Files.readAllLines(log()).stream().filter(("call " + tool)::equals).count();
  }

  /**
   * Compares calls of that tool with their ceilings.
   *
   * @param belay the process that has them in flight
   */
  private void hold(String path, Ceilings ceilings, long belay, String tool, Sender sender)
      throws IOException, InterruptedException {
    // The first calls create what is created once.
    begin(0, FIRST, tool, sender);
    var before = settled(belay);
    begin(FIRST, FIRST + CALLS, tool, sender);
    var grown = settled(belay).since(before);
    report(path, grown);
    check(path, ceilings, grown);
  }

  private void begin(int from, int to, String tool, Sender sender)
      throws IOException, InterruptedException {
    for (int i = from; i < to; i++) {
      sender.send(Integer.toString(i));
    }
    Patience.await(() -> logged(tool) >= to, () -> to + " calls of " + tool + " do not run");
  }

  /** Takes histograms until the second of two shows as many objects of Belay as the first. */
  private static ClassHistogram settled(long pid) throws IOException, InterruptedException {
    var last = new AtomicReference<>(ClassHistogram.of(pid));
    Patience.await(
        () -> {
          var next = ClassHistogram.of(pid);
          var before = last.getAndSet(next);
          return next.objects(CallFootprintTest::isBelay)
              == before.objects(CallFootprintTest::isBelay);
        },
        () -> "the objects of Belay are never the same twice");
    return last.get();
  }

  private static void check(String path, Ceilings ceilings, ClassHistogram grown) {
    var softly = new SoftAssertions();
    for (var figure : Figure.values()) {
      var measured = perCall(grown.objects(figure.classes));
      var ceiling = ceilings.of(figure);
      var what = "%s: %.1f %s per call in flight".formatted(path, measured, figure.name);
      softly
          .assertThat(measured)
          .withFailMessage(
              "%s, more than %d; of Belay's classes:%n%s", what, ceiling, numerous(grown))
          .isLessThanOrEqualTo(ceiling + NOISE);
      softly
          .assertThat(measured)
          .withFailMessage("%s: lower the ceiling to %d", what, Math.round(measured))
          .isGreaterThan(ceiling - figure.slack);
    }
    softly.assertAll();
  }

  private static void report(String path, ClassHistogram grown) {
    table.add(row(path, grown));
    classes.add("");
    classes.add(path);
    for (var name : grown.classes(CALLS / 10)) {
      classes.add(line(grown, name));
    }
  }

  /** Belay's classes with the most objects. */
  private static String numerous(ClassHistogram grown) {
    return grown.classes(1).stream()
        .filter(CallFootprintTest::isBelay)
        .limit(SHOWN)
        .map(name -> line(grown, name))
        .collect(Collectors.joining("\n"));
  }

  private static String line(ClassHistogram grown, String name) {
    return "%8.1f  %s".formatted(perCall(grown.counts().get(name).objects()), name);
  }

  private static String row(String path, ClassHistogram grown) {
    var row = new StringBuilder("%-7s".formatted(path));
    for (var figure : Figure.values()) {
      row.append("%6.1f %s,".formatted(perCall(grown.objects(figure.classes)), figure.name));
    }
    return row.append(
            "%7.1f objects,%6.1f kB"
                .formatted(perCall(grown.objects(_ -> true)), perCall(grown.bytes()) / 1e3))
        .toString();
  }

  private static double perCall(long count) {
    return Math.round(10.0 * count / CALLS) / 10.0;
  }

  private static boolean isBelay(String name) {
    return name.startsWith("dev.belay.");
  }

  /** {@return whether it receives a client's messages in the finished build, or is named so} */
  private static boolean isConversation(String name) {
    if (!isBelay(name)) {
      return false;
    }
    if (name.endsWith("Conversation")) {
      return true;
    }
    try {
      return build
          .loadClass("dev.belay.mcp.session.Conversation")
          .isAssignableFrom(build.loadClass(name));
    } catch (ClassNotFoundException _) {
      // A lambda, which has but one method.
      return false;
    }
  }
}
