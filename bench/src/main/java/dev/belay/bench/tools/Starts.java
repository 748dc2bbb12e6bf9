package dev.belay.bench.tools;

import dev.belay.bench.report.ProcessMemory;
import dev.belay.bench.report.Report;
import dev.belay.bench.report.Sample;
import dev.belay.bench.wrap.LineClient;
import dev.belay.bench.wrap.ServerCommand;
import dev.belay.core.time.Time;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Start-up time and memory of servers with one tool, by turns. */
final class Starts {
  private static final Time TIME = Time.system();
  private static final Duration TRAINING_LIMIT = Duration.ofSeconds(120);
  private static final double MIB = 1024 * 1024;

  private final ToolServers servers;
  private final int times;

  Starts(ToolServers servers, int times) {
    this.servers = servers;
    this.times = times;
  }

  /** One server with its readings. */
  private record Started(ServerCommand server, List<Long> nanos, List<Long> bytes) {
    Started(String name, List<String> command) {
      this(new ServerCommand(name, command, "text"), new ArrayList<>(), new ArrayList<>());
    }

    void once() throws IOException {
      long begun = TIME.nanos();
      try (var client = LineClient.open(server)) {
        nanos.add(TIME.nanos() - begun);
        bytes.add(ProcessMemory.resident(client.pid()));
      }
    }

    String name() {
      return "spawn → initialize answer, one tool, " + server.name();
    }

    double millis() {
      return Sample.of(nanos).median() / 1e6;
    }

    double mebibytes() {
      return Sample.of(bytes).median() / MIB;
    }

    double best() {
      return Sample.of(nanos).min() / 1e6;
    }

    void tell(Report report, double most) {
      var detail = "best %s ms, %s MiB resident";
      report.atMost(name(), most, "ms", millis(), detail, best(), mebibytes());
    }
  }

  void take(Report report) throws IOException {
    var caches = Files.createTempDirectory("belay-bench-");
    try {
      take(report, caches.resolve("belay.aot"), caches.resolve("java-sdk.aot"));
    } finally {
      try (var files = Files.list(caches)) {
        for (var file : files.toList()) {
          Files.delete(file);
        }
      }
      Files.delete(caches);
    }
  }

  private void take(Report report, Path belayCache, Path javaSdkCache) throws IOException {
    var belay = servers.belay();
    var javaSdk = servers.javaSdk();
    train(belay, belayCache);
    train(javaSdk, javaSdkCache);
    var cached = new Started("Belay with an AOT cache", belay.with("-XX:AOTCache=" + belayCache));
    var plain = new Started("Belay without", belay.with());
    var others = new ArrayList<Started>();
    others.add(
        new Started("Java SDK with an AOT cache", javaSdk.with("-XX:AOTCache=" + javaSdkCache)));
    others.add(new Started("Java SDK without", javaSdk.with()));
    if (servers.hasTypeScript()) {
      others.add(new Started("TypeScript SDK", servers.typeScript()));
    }
    for (int turn = 0; turn < times; turn++) {
      cached.once();
      plain.once();
      for (var other : others) {
        other.once();
      }
    }
    cached.tell(report, 60);
    plain.tell(report, 200);
    double larger = Math.max(cached.mebibytes(), plain.mebibytes());
    report.atMost("resident size after it, the larger of both", 60, "MiB", larger);
    for (var other : others) {
      var detail = "best %s ms, %s MiB resident";
      report.told(other.name(), "ms", other.millis(), detail, other.best(), other.mebibytes());
    }
  }

  /** Has a server answer once, and records an AOT cache. */
  private static void train(JavaCommand server, Path cache) throws IOException {
    var command =
        server.with(
            "-XX:+UnlockDiagnosticVMOptions",
            "-XX:-AOTRecordTraining",
            "-XX:AOTCacheOutput=" + cache);
    try (var client = LineClient.open(new ServerCommand("training", command, "text"))) {
      client.leave(TRAINING_LIMIT);
    }
    if (!Files.exists(cache)) {
      throw new IOException("no AOT cache was made by " + String.join(" ", command));
    }
  }
}
