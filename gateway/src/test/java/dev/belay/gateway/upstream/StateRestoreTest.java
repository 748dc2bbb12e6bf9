package dev.belay.gateway.upstream;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.core.time.HandTime;
import dev.belay.process.spawn.CannotStart;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("P11: a new process gets the client's state by replay")
final class StateRestoreTest {
  @Test
  @DisplayName("Unanswered subscriptions delay nothing, and share one limit")
  void unansweredSubscriptionsDelayNothing() throws CannotStart, InterruptedException, Unavailable {
    var params = "{}".getBytes(StandardCharsets.US_ASCII);
    var snapshot = new SessionSnapshot();
    snapshot.initialize(params);
    for (int i = 0; i < 100; i++) {
      snapshot.subscribed("file:///" + i, params);
    }
    var time = new HandTime();
    var puppets = new Puppets();
    // They answer initialize and nothing else.
    puppets.open();
    var server = new DullServers(time).server().within(puppets);
    var process = new UpstreamConnection(server, new AtomicLong(1), Restart.NONE, (_, _) -> {});
    process.open();
    new StateRestore(snapshot, time, Duration.ofSeconds(7)).perform(process);
    assertThat(process.openRequests()).isEqualTo(100);
    assertThat(time.armedTimers()).isEqualTo(1);
    time.advance(Duration.ofSeconds(7));
    assertThat(process.openRequests()).isZero();
  }
}
