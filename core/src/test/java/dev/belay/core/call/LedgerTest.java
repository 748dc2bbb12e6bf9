package dev.belay.core.call;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.core.cancel.Cause;
import dev.belay.core.journal.CallEvent;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** The ledger is awaited on acceptance and on settlement, and its failure is an outcome. */
class LedgerTest {
  private final Book book = new Book();
  private final Rig rig = new Rig(1, book);

  /** A ledger that is slow, or fails on purpose, and records the order of its entries. */
  private final class Book implements Ledger {
    final List<String> lines = new ArrayList<>();
    @Nullable Exception atAccept;
    @Nullable Exception atSettle;
    Duration slowness = Duration.ZERO;

    @Override
    public void accepted(Call call) throws LedgerException {
      write("accepted", atAccept);
    }

    @Override
    public void settled(Call call, Outcome outcome) throws LedgerException {
      write("settled " + outcome.word(), atSettle);
    }

    private void write(String line, @Nullable Exception failure) throws LedgerException {
      try {
        rig.simulation.sleep(slowness);
      } catch (InterruptedException _) {
        throw new LedgerException("interrupted");
      }
      switch (failure) {
        case null -> lines.add(line);
        case LedgerException e -> throw e;
        case RuntimeException e -> throw e;
        default -> throw new AssertionError(failure);
      }
    }
  }

  private void assertFailed(Rig.Started started, String message) {
    assertThat(started.outcome())
        .isEqualTo(new Outcome.Failed(new Failure(Failure.Kind.LEDGER, message)));
    assertThat(started.call().outcome()).contains(started.outcome());
    assertThat(rig.eventsOf(started.call()))
        .anySatisfy(event ->
            assertThat(event)
                .isInstanceOfSatisfying(
                    CallEvent.Settled.class,
                    settled ->
                        assertThat(settled.outcome() + " " + settled.detail())
                            .isEqualTo("failed LEDGER")));
    assertThat(rig.governor.directory().calls()).isEmpty();
  }

  @Test
  void aCallThatCannotBeRecordedNeverRuns() {
    book.atAccept = new LedgerException("disk full");
    var ran = new ArrayList<String>();
    var started =
        rig.run(
            Rig.request(),
            _ -> {
              ran.add("ran");
              return Payload.EMPTY;
            });
    assertFailed(started, "The call could not be recorded: disk full");
    assertThat(ran).isEmpty();
  }

  @Test
  void aResultThatCannotBeRecordedIsAFailure() {
    book.atSettle = new LedgerException("disk full");
    var started = rig.run(Rig.request(), rig.pausing(1));
    assertFailed(started, "The call ended as completed, but that could not be recorded: disk full");
  }

  @Test
  void aTimeOutThatCannotBeRecordedIsAFailureAndTheWorkStopsAllTheSame() {
    book.atSettle = new LedgerException("disk full");
    var started = rig.run(Limits.ofSeconds(5, 0), rig.pausing(1_000));
    assertFailed(started, "The call ended as timed out, but that could not be recorded: disk full");
    assertThat(started.call().stopStep()).contains(StopStep.INTERRUPTED);
  }

  @Test
  @DisplayName("A ledger that throws what it should not hangs nobody")
  void aBrokenLedgerHangsNobody() {
    book.atSettle = new IllegalStateException("bug");
    var ended = rig.start(Rig.request(), rig.pausing(1));
    var cancelled = rig.start(Rig.request(), rig.pausing(5));
    rig.at(2, () -> cancelled.call().cancel(Cause.USER, ""));
    rig.simulation.run();
    assertFailed(ended, "The call ended as completed, but that could not be recorded: bug");
    assertFailed(cancelled, "The call ended as cancelled, but that could not be recorded: bug");
  }

  @Test
  void aLedgerThatBreaksAtAcceptIsNotTheToolsFault() {
    book.atAccept = new IllegalStateException("bug");
    var started = rig.run(Rig.request(), rig.pausing(1));
    assertFailed(started, "The call could not be recorded: bug");
  }

  @Test
  @DisplayName("A cancel that overtakes the record of a call waits for it: settled comes last")
  void settledIsNeverRecordedBeforeAccepted() {
    book.slowness = Duration.ofMillis(200);
    var early = rig.start(Rig.request(), rig.pausing(1));
    early.call().cancel(Cause.USER, "");
    var during = rig.start(Rig.request(), rig.pausing(1));
    rig.at(0.1, () -> during.call().cancel(Cause.USER, ""));
    rig.simulation.run();
    assertThat(early.outcome()).isEqualTo(new Outcome.Cancelled(Cause.USER, ""));
    assertThat(during.outcome()).isEqualTo(new Outcome.Cancelled(Cause.USER, ""));
    assertThat(book.lines)
        .containsExactly("accepted", "accepted", "settled cancelled", "settled cancelled");
  }

  @Test
  @DisplayName("A tool that leaves its thread interrupted does not spoil the record of its result")
  void anInterruptOfTheWorksOwnDoesNotReachTheLedger() {
    book.slowness = Duration.ofMillis(10);
    var started =
        rig.run(
            Rig.request(),
            _ -> {
              Thread.currentThread().interrupt();
              return Payload.EMPTY;
            });
    assertThat(started.outcome()).isInstanceOf(Outcome.Completed.class);
  }
}
