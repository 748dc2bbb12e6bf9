package dev.belay.process.spawn;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.core.time.Time;
import dev.belay.process.tree.Grace;
import dev.belay.process.tree.Step;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** A Belay that runs below another one (P9). */
@EnabledOnOs(OS.LINUX)
@Tag("process")
class NestedBelayTest {
  @Test
  @DisplayName("P9: KILL of an inner Belay ends its stubborn trees and its watchdog with it")
  void theOuterStopEndsTheInnerTrees() throws IOException, CannotStart {
    try (var spawner = Spawner.open(Time.system(), Real.withoutGroups())) {
      var inner = spawner.start(Real.launch(DoomedMain.command("2").toArray(String[]::new)));
      var all = new ArrayList<Long>();
      for (var pid : Real.lines(inner, 1).getFirst().strip().split(" ", -1)) {
        all.add(Long.parseLong(pid));
      }
      List<Long> watchdogs = Watchdogs.below(inner.pid());
      assertThat(watchdogs).hasSize(1);
      all.addAll(watchdogs);
      assertThat(Real.alive(all)).hasSize(11);

      var report = inner.stop(Grace.none());

      assertThat(report.endedBy()).isEqualTo(Step.KILL);
      assertThat(Real.alive(all)).isEmpty();
    }
  }
}
