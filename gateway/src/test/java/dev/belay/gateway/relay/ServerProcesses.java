package dev.belay.gateway.relay;

import dev.belay.config.ServerSettings;
import dev.belay.core.time.HandTime;
import dev.belay.core.time.Time;
import dev.belay.gateway.upstream.Report;
import dev.belay.gateway.upstream.Server;
import dev.belay.gateway.upstream.SessionSnapshot;
import dev.belay.gateway.upstream.UpstreamListener;
import dev.belay.process.spawn.Spawner;
import dev.belay.testbed.fault.FaultyHttp;
import dev.belay.testbed.fault.FaultyServers;
import dev.belay.testbed.process.LiveProcesses;
import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** Servers as real processes, marked by a variable of their environment. */
final class ServerProcesses implements Launcher {
  private static final String MARK = "HARNESS_TEST_MARK";

  private final String mark = UUID.randomUUID().toString();
  private final Spawner spawner = Spawner.open(Time.system());

  private ServerProcesses() {}

  /** {@return a setup whose servers are processes} */
  static Setup over(String... options) {
    return new Setup(new ServerProcesses()).options(options);
  }

  /** {@return a harness before a server that is there already, over HTTP} */
  static MultiClientHarness atUrl(Setup setup) throws IOException, InterruptedException {
    var server = FaultyHttp.start(setup.serverOptions().toArray(String[]::new));
    return new MultiClientHarness(setup, server, server.url().toString(), null);
  }

  /**
   * Lets the clock by which the system dates processes go on, so that it tells two starts apart.
   */
  static void awaitTick() throws InterruptedException {
    Time.system().sleep(Duration.ofMillis(60));
  }

  @Override
  public List<String> command(List<String> options) {
    return FaultyServers.command(options.toArray(String[]::new));
  }

  @Override
  public Server server(
      ServerSettings spec,
      Map<String, String> environment,
      int maxLineBytes,
      Time time,
      UpstreamListener listener,
      Report report) {
    var marked = new HashMap<>(environment);
    marked.put(MARK, mark);
    return new Server(
        spec,
        marked,
        maxLineBytes,
        spawner,
        time,
        new SessionSnapshot(),
        listener,
        report,
        _ -> {});
  }

  /** Which of its calls a process belongs to is a matter of the times at which both began. */
  @Override
  public Time clock(HandTime hand) {
    return Time.system();
  }

  @Override
  public List<Long> alive() {
    return List.copyOf(LiveProcesses.aliveWithEnvironment(MARK, mark));
  }

  @Override
  public void end() throws InterruptedException {
    spawner.close();
    LiveProcesses.awaitGone(alive());
  }
}
