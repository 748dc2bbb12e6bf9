package dev.belay.gateway.upstream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belay.core.time.FaultyTime;
import dev.belay.core.time.Time;
import dev.belay.mcp.envelope.Envelope;
import dev.belay.mcp.envelope.Messages;
import dev.belay.mcp.envelope.RequestId;
import dev.belay.process.spawn.CannotStart;
import dev.belay.process.tree.Grace;
import dev.belay.testbed.process.LiveProcesses;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("process")
@DisplayName("One process: each request ends exactly once")
final class UpstreamConnectionTest {
  private final Processes processes = new Processes();

  @AfterEach
  void closeProcesses() throws InterruptedException {
    processes.close();
  }

  private static byte[] request(long id) {
    return Messages.request(RequestId.of(id), "x", null);
  }

  @Test
  @DisplayName(
      "P6: a request cancelled before it is sent is neither sent nor reported, however many others"
          + " are cancelled in between")
  void aRequestCancelledBeforeSendingIsNotSent() throws CannotStart {
    // A cat: whatever is sent comes back, as a request of its own.
    var link = processes.start();
    var heard = new Heard(/* isTakenBack= */ true);
    long id = link.nextId();
    assertThat(link.cancel(id, heard, "no")).isTrue();
    for (int i = 0; i < 2_000; i++) {
      assertThat(link.cancel(link.nextId(), UpstreamExchange.FORGOTTEN, "no")).isTrue();
    }
    link.ask(id, request(id), heard);
    assertThat(link.openRequests()).isZero();
    assertThat(heard.all).isEmpty();
  }

  @Test
  void aRequestToALostProcessFailsAtOnce() throws CannotStart {
    var link = processes.start();
    assertThat(link.lose(new Loss(Loss.Kind.CRASHED, "gone"))).isTrue();
    assertThat(link.lose(new Loss(Loss.Kind.STOPPED, "again"))).isFalse();
    var heard = new Heard();
    link.ask(7, request(7), heard);
    assertThat(heard.all).as("it can be asked of another").containsExactly("lost UNSENT");
    assertThat(link.openRequests()).isZero();
  }

  @Test
  @DisplayName("A lost process is out of service before its requests fail")
  void aLostProcessIsOutOfServiceBeforeItsRequestsFail() throws CannotStart {
    var link = processes.start();
    link.ask(
        7,
        request(7),
        new UpstreamExchange() {
          @Override
          public void answered(Envelope response) {}

          @Override
          public void lost(Loss loss) {
            processes.ended.add("heard");
          }
        });
    link.lose(new Loss(Loss.Kind.CRASHED, "out of service"));
    assertThat(processes.ended).containsExactly("out of service", "heard");
  }

  @Test
  void aKilledProcessFailsEachOpenRequestOnce() throws CannotStart {
    var link = processes.start();
    var heard = new Heard();
    link.ask(7, request(7), heard);
    Processes.child(link).stop(Grace.none());
    heard.by.join();
    // The request may not have been written yet when the process is gone.
    assertThat(heard.all).singleElement().isIn("lost CRASHED", "lost UNSENT");
    link.gone().join();
    assertThat(processes.ended).hasSize(1);
  }

  @Test
  @DisplayName("A process whose stop fails counts as gone: no wait for it lasts for ever")
  void aProcessWhoseStopFailsCountsAsGone() throws CannotStart, InterruptedException {
    var time = new FaultyTime(Time.system());
    var failing = new Processes(Time.system(), time);
    var link = failing.start();
    var _ = time.with(FaultyTime.Fault.FAILS);
    assertThatThrownBy(() -> link.stop(Grace.normal())).hasMessageContaining("a wait that fails");
    assertThat(link.gone()).isDone();
    // A cat ends with its input, which was closed before the wait that failed.
    LiveProcesses.awaitGone(List.of(Processes.child(link).pid()));
  }
}
