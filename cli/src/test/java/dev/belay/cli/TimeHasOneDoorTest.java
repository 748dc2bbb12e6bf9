package dev.belay.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.agent.model.Model;
import dev.belay.core.call.Governor;
import dev.belay.gateway.relay.Relay;
import dev.belay.http.server.HttpServer;
import dev.belay.mcp.stdio.StdioConnection;
import dev.belay.probe.sweep.Sweep;
import dev.belay.process.spawn.Spawner;
import dev.belay.tools.run.ToolRunner;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("Time has one door: only core.time reads a clock or waits by it, in all modules")
final class TimeHasOneDoorTest {
  @Test
  void everyModuleIsSeen() {
    for (var one :
        new Class<?>[] {
          Governor.class,
          Spawner.class,
          StdioConnection.class,
          HttpServer.class,
          ToolRunner.class,
          Sweep.class,
          Relay.class,
          Model.class,
          Main.class
        }) {
      assertThat(Program.CLASSES.contain(one)).as(one.getName()).isTrue();
    }
  }

  @Test
  void nobodyElseReadsTheClock() {
    ClockRule.nobodyReadsTheClock("dev.belay.core.time")
        .because("a simulation must be able to stand in for all of time")
        .check(Program.CLASSES);
  }
}
