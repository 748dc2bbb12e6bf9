package dev.belay.gateway.upstream;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.core.time.HandTime;
import dev.belay.process.spawn.CannotStart;
import dev.belay.process.tree.Grace;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@DisplayName("C34: the links of one upstream that retire are bounded")
@Timeout(value = 60, unit = TimeUnit.SECONDS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
final class RetirementsTest {
  private final HandTime time = new HandTime();
  private final HookedTime hooked = new HookedTime(time);
  private final Processes processes = new Processes(hooked);
  private final Upstream upstream = new Upstream(processes.server().within(new Puppets()));
  private final Retirements retirements = new Retirements();
  private final List<ServerLink> links = new ArrayList<>();

  private void retireOne() {
    try {
      var link = upstream.spawn();
      link.goodCalls().incrementAndGet();
      links.add(link);
      retirements.begin(upstream, link, Retirement.Reason.OTHER_ERA, "It is old.");
    } catch (CannotStart e) {
      throw new AssertionError(e);
    }
  }

  @Test
  @DisplayName("Two that begin at once end one each")
  void twoAtOnceEndOneEach() throws InterruptedException {
    for (int i = 0; i < Retirements.MOST; i++) {
      retireOne();
    }
    // The other party comes when the first has chosen the one to end, and not ended it yet.
    hooked.beforeClose(this::retireOne);
    retireOne();
    assertThat(links).hasSize(Retirements.MOST + 2);
    assertThat(links.stream().filter(link -> !link.isLost())).hasSize(Retirements.MOST);
    upstream.close(Grace.none());
    processes.close();
    Puppets.until(() -> time.armedTimers() == 0);
  }
}
