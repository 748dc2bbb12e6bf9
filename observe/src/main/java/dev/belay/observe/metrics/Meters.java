package dev.belay.observe.metrics;

import dev.belay.core.journal.Journal;
import dev.belay.core.time.Time;
import dev.belay.observe.health.HealthSources;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.jvm.ClassLoaderMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmGcMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmThreadMetrics;
import io.micrometer.core.instrument.binder.system.FileDescriptorMetrics;
import io.micrometer.core.instrument.binder.system.ProcessorMetrics;
import io.micrometer.core.instrument.binder.system.UptimeMetrics;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.time.Duration;

/**
 * All meters, created at the first scrape; a thread of their own counts the journal's events.
 *
 * <p>Concurrency: that thread alone counts calls; scrapes read its counts, one at a time.
 */
final class Meters implements AutoCloseable {
  /** Events within this time are counted together; the journal keeps more than that. */
  private static final Duration PAUSE = Duration.ofMillis(50);

  private final PrometheusMeterRegistry registry =
      new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
  private final JvmMeters jvm = new JvmMeters(registry);
  private final CallMeters calls;
  private final UpstreamMeters upstreams;
  private final Journal.Reader reader;
  private final Time time;
  private final Thread thread;

  /** Counts from the oldest event that the journal still has. */
  Meters(Journal journal, HealthSources sources, Time time) {
    this.time = time;
    calls = new CallMeters(registry, sources.offered());
    upstreams = new UpstreamMeters(registry, sources);
    new GatewayMeters(registry, sources).register();
    reader = journal.readerFromOldest();
    drain();
    thread = Thread.ofPlatform().name("belay-metrics").daemon().unstarted(this::run);
  }

  void start() {
    thread.start();
  }

  private void run() {
    try {
      while (true) {
        calls.count(reader.next());
        drain();
        time.sleep(PAUSE);
      }
    } catch (InterruptedException _) {
      // Closed: there will be no further scrape.
      Thread.currentThread().interrupt();
    }
  }

  private void drain() {
    for (var reading = reader.poll(); reading != null; reading = reader.poll()) {
      calls.count(reading);
    }
  }

  /** {@return everything in the format of Prometheus} */
  String scrape() {
    upstreams.look();
    return registry.scrape();
  }

  @Override
  public void close() {
    thread.interrupt();
    jvm.close();
    registry.close();
  }

  /** What the program itself takes of its machine, as everybody's dashboards expect it. */
  private static final class JvmMeters implements AutoCloseable {
    private final JvmGcMetrics collections = new JvmGcMetrics();

    JvmMeters(MeterRegistry registry) {
      new ClassLoaderMetrics().bindTo(registry);
      new FileDescriptorMetrics().bindTo(registry);
      new JvmMemoryMetrics().bindTo(registry);
      new JvmThreadMetrics().bindTo(registry);
      new ProcessorMetrics().bindTo(registry);
      new UptimeMetrics().bindTo(registry);
      collections.bindTo(registry);
    }

    @Override
    public void close() {
      collections.close();
    }
  }
}
