package dev.belay.process.tree;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** The processes that a start sweeps and, above all, those it leaves alone (P10). */
class LeftoversTest {
  private static final String DEAD = "BELAY_ROPE_dead=99:1:7:1000009900001:1";

  private final FakeProcesses processes = new FakeProcesses();
  private final Instance self = new Instance(processes.add(10, 1, 5, DEAD).member(), 5, "7");

  private List<Long> found(String... inherited) {
    return new Leftovers(processes, self, Set.of(inherited), null)
        .find().stream().map(TreeMember::pid).sorted().toList();
  }

  @Test
  @DisplayName("P10: carriers of a dead Belay's cookie are found with their descendants")
  void theDeadOnesTreeIsFound() {
    processes.add(20, 1, 20, DEAD);
    processes.add(21, 20, 21);
    processes.add(22, 1, 22);

    assertThat(found()).containsExactly(20L, 21L);
  }

  @Test
  @DisplayName("P10: one that lost the cookie is found by the limit that the cookie names")
  void theLimitFindsTheRest() {
    processes.add(20, 1, 20, DEAD);
    processes.put(new ProcessRow(30, 1, 30, 30, 1, 'S', List.of(), "1000009900001000001"));

    assertThat(found()).containsExactly(20L, 30L);
  }

  @Test
  @DisplayName("P10: a living Belay's tree is left alone")
  void theLivingAreLeftAlone() {
    processes.add(20, 10, 20, "BELAY_ROPE_me=10:110:7:1000001000110:1");

    assertThat(found()).isEmpty();
  }

  @Test
  @DisplayName("P10: a Belay that was started in what a dead one left does not end its own shell")
  void whatWeRunInsideOfIsLeftAlone() {
    processes.add(20, 1, 20, DEAD);

    assertThat(found("BELAY_ROPE_dead")).isEmpty();
  }

  @Test
  @DisplayName("SEC-M5: no cookie that was made up claims the limit of a living Belay")
  void aLivingOnesLimitIsClaimedByNobody() {
    var other = new Instance(processes.add(40, 1, 40).member(), 40, "7");
    var its = Cookie.of(other, 1).mark(1);
    processes.put(new ProcessRow(41, 1, 41, 41, 141, 'S', List.of(), its.lockLimit()));
    var locks = its.lockLimit().substring(0, 13);
    // One owner never existed, one had the pid earlier, with similar start times.
    processes.add(20, 1, 20, "BELAY_ROPE_00000001=98:1:7:" + locks + ":1");
    processes.add(21, 1, 21, "BELAY_ROPE_00000002=40:100140:7:" + locks + ":1");

    assertThat(found()).isEmpty();
  }
}
