package dev.belay.cli.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.cli.server.Audit.ToolDecisions;
import dev.belay.config.OnChange;
import dev.belay.core.journal.Journal;
import dev.belay.core.journal.ToolEvent;
import dev.belay.core.time.HandTime;
import dev.belay.gateway.call.Decisions.Decision;
import dev.belay.gateway.listing.Pin;
import dev.belay.gateway.listing.Pins;
import dev.belay.gateway.listing.ToolChange;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("What is decided about a tool is in the journal, and in the audit log")
final class ToolDecisionsTest {
  private final Journal journal = new Journal(new HandTime(), 8);
  private final Journal.Reader reader = journal.reader();
  private final List<Decision> decided = new ArrayList<>();
  private final ToolDecisions decisions = new ToolDecisions(journal, decided::add);

  private static Pin pin(String letter) {
    return new Pin(letter.repeat(64), null);
  }

  private ToolEvent event() {
    return reader.poll() instanceof Journal.ToolEntry(_, _, ToolEvent event)
        ? event
        : new ToolEvent.Accepted("", "", "");
  }

  @Test
  void aChangeIsAnEventAndADecision() {
    decisions.changed(new ToolChange("files", "read", pin("a"), pin("b"), OnChange.REFUSE));
    assertThat(event())
        .isEqualTo(
            new ToolEvent.Changed("files", "read", "a".repeat(64), "b".repeat(64), "refused"));
    assertThat(decided)
        .containsExactly(
            new Decision(
                "definition",
                "refused",
                "belay",
                null,
                "tool files__read has changed its definition since it was accepted (sha256"
                    + " aaaaaaaaaaaa, now bbbbbbbbbbbb); it is refused (on_change)"));
  }

  @Test
  void soIsAPersonsWord() {
    decisions.accepted(new Pins.Accepted("files", "read", pin("b")));
    assertThat(event()).isEqualTo(new ToolEvent.Accepted("files", "read", "b".repeat(64)));
    assertThat(decided)
        .containsExactly(
            new Decision(
                "definition",
                "accepted",
                "belay",
                null,
                "tool files__read is accepted, sha256 bbbbbbbbbbbb"));
  }

  @Test
  void whoIsTurnedDownIsADecisionAlone() {
    decisions.refused("policy", "ann", "may not call files__read");
    assertThat(decided)
        .containsExactly(
            new Decision("policy", "refused", "ann", null, "may not call files__read"));
    assertThat(reader.poll()).isNull();
  }
}
