package longrunning;

import dev.belay.core.time.Time;
import dev.belay.tools.annotation.Arg;
import dev.belay.tools.annotation.Tool;
import dev.belay.tools.call.Heartbeats;
import dev.belay.tools.declare.Tools;
import dev.belay.tools.serve.ToolServer;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.DoubleSummaryStatistics;
import java.util.Locale;
import java.util.function.DoubleSupplier;

/** Watches how busy this machine is, for minutes. */
public final class LoadWatch {
  private final DoubleSupplier load;

  /** Reads the load from wherever it is told. */
  public LoadWatch(DoubleSupplier load) {
    this.load = load;
  }

  /** What was seen, as processes that run or want to. */
  public record Seen(int readings, double mean, double peak) {}

  /**
   * Five minutes unless told otherwise; up to one between two heartbeats, so that two are a hang.
   */
  @Tool(
      description = "Watches for minutes how busy this machine is: the mean and peak of its load.",
      readOnly = true,
      timeout = 3 * 60 * 60,
      idleTimeout = 2 * 60)
  public Seen watchLoad(
      @Arg(description = "How many readings to take", defaultValue = "30") @Min(1) @Max(120)
          int readings,
      @Arg(description = "Seconds before each of them", defaultValue = "10") @Min(1) @Max(60)
          int pause,
      Heartbeats call,
      Time time)
      throws InterruptedException {
    var all = new DoubleSummaryStatistics();
    for (int taken = 1; taken <= readings; taken++) {
      time.sleep(Duration.ofSeconds(pause));
      double reading = load.getAsDouble();
      all.accept(reading);
      call.heartbeat(
          String.format(Locale.ROOT, "load %.2f", reading), (double) taken, (double) readings);
    }
    return new Seen(readings, all.getAverage(), all.getMax());
  }

  static void main() throws InterruptedException {
    var machine = ManagementFactory.getOperatingSystemMXBean();
    var tools = Tools.of(new LoadWatch(machine::getSystemLoadAverage));
    ToolServer.stdio(tools).named("load-watch", "1.0.0").serve();
  }
}
