package dev.belay.observe.metrics;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.core.journal.CallEvent;
import dev.belay.core.journal.Journal;
import dev.belay.core.journal.Subject;
import dev.belay.gateway.listing.ServerTools;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("Names as labels: those of tools that there are, and a bounded number of them")
class CallMetersTest {
  private final MeterRegistry registry = new SimpleMeterRegistry();
  private final ServerTools offered = new ServerTools(() -> {});
  private final CallMeters meters =
      new CallMeters(registry, (server, tool) -> offered.now().mayHave(tool));

  private void call(String tool) {
    meters.count(
        new Journal.Entry(
            0,
            Instant.EPOCH,
            new Subject("id", tool, "files", "ann", null, null, null, null),
            new CallEvent.Settled("completed", "", "", Duration.ZERO, Duration.ZERO)));
  }

  private Set<String> labels() {
    var labels = new TreeSet<String>();
    for (var counter : registry.find("belay.calls").counters()) {
      labels.add(Objects.requireNonNull(counter.getId().getTag("tool")));
    }
    return labels;
  }

  @Test
  @DisplayName("SEC-H3: names that clients make up take no place of tools that there are")
  void madeUpNames() {
    offered.listed("{\"tools\":[{\"name\":\"read\"},{\"name\":\"late\"}]}".getBytes(UTF_8));
    call("read");
    for (int i = 0; i < 1_000; i++) {
      call("made_up_" + i);
    }
    call("late");
    assertThat(labels()).containsExactly("late", "read", "unknown");
  }

  @Test
  void whereNobodyHasListedAnythingTheyAreBoundedAllTheSame() {
    for (int i = 0; i < 1_000; i++) {
      call("made_up_" + i);
    }
    assertThat(labels()).hasSize(501).contains("other").doesNotContain("unknown");
  }
}
