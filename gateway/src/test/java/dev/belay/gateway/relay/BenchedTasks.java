package dev.belay.gateway.relay;

import dev.belay.mcp.server.Speaks;
import org.junit.jupiter.api.AfterEach;

/** Tasks of clients before a {@link Bench}, a server that knows none. */
abstract class BenchedTasks extends TaskClients {
  Bench bench = new Bench(Speaks.BOTH);

  @AfterEach
  void end() {
    bench.steps.add(0);
    bench.open();
  }

  void serving(String yaml) {
    serving(MultiClientHarness.within(StdioHarness.over().withJobs().yaml(yaml), bench.host()));
  }

  /** Serves as a bench of that era. */
  void serving(Speaks era, String yaml) {
    bench = new Bench(era);
    serving(yaml);
  }
}
