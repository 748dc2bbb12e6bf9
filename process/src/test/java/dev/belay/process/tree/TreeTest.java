package dev.belay.process.tree;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Membership of processes in a tree (P9). */
class TreeTest {
  private static final long SELF = 10;
  private static final long OWN_SESSION = 5;

  private final FakeProcesses processes = new FakeProcesses();
  private final Instance self =
      new Instance(processes.add(SELF, 1, OWN_SESSION).member(), OWN_SESSION, "7");
  private final Cookie cookie = Cookie.of(self, 0x1234_5678_9abc_def0L);
  private final Mark mark = cookie.mark(1);
  private final String entry = mark.name() + "=" + mark.value();
  private final ProcessRow root = processes.add(20, SELF, 20, entry);
  private final Tree tree =
      new Tree(processes, self, root.member(), root.start(), mark, /* cgroup= */ null);

  private List<Long> found() {
    return tree.find().stream().map(TreeMember::pid).sorted().toList();
  }

  @Test
  @DisplayName("P9: a daemon that left parent and session is found by its cookie")
  void theCookieFindsADaemon() {
    processes.add(30, 1, 30, entry);

    assertThat(found()).containsExactly(20L, 30L);
  }

  @Test
  @DisplayName("P9: one that scrubbed its environment is found by descent, and its children too")
  void descentFindsTheScrubbed() {
    processes.add(31, 20, 31);
    processes.add(32, 31, 32);

    assertThat(found()).containsExactly(20L, 31L, 32L);
  }

  @Test
  @DisplayName("P9: an orphan without a cookie is found by the session that one of the tree made")
  void sessionsFindOrphans() {
    processes.add(33, 1, 20);
    processes.add(34, 20, 34);
    processes.add(35, 1, 34);

    assertThat(found()).containsExactly(20L, 33L, 34L, 35L);
  }

  @Test
  @DisplayName("P9: an orphan without cookie and session is found by the limit that it inherited")
  void theLimitFindsTheScrubbedOrphan() {
    processes.put(new ProcessRow(36, 1, 36, 36, 136, 'S', List.of(), mark.lockLimit()));

    assertThat(found()).containsExactly(20L, 36L);
  }

  @Test
  @DisplayName("P9: who was seen once is known for good, under the same start time only")
  void whoWasSeenStaysKnown() {
    var scrubbed = processes.add(37, 20, 37);
    assertThat(found()).containsExactly(20L, 37L);
    processes.remove(20);
    assertThat(found()).containsExactly(37L);

    processes.put(new ProcessRow(37, 1, 37, 37, scrubbed.start() + 1, 'S', List.of(), ""));

    assertThat(found()).isEmpty();
  }

  @Test
  @DisplayName("P9: strangers, other trees and what shares Belay's own session are left alone")
  void othersAreLeftAlone() {
    processes.add(40, 1, 40);
    processes.add(41, SELF, OWN_SESSION);
    var other = cookie.mark(2);
    processes.add(42, SELF, 42, other.name() + "=" + other.value());
    processes.add(43, 20, OWN_SESSION); // a member still in the session in which it was forked

    assertThat(found()).containsExactly(20L, 43L);
  }

  @Test
  @DisplayName("P9: after the root's number went to another, its session is no evidence any more")
  void aReusedNumberIsNoEvidence() {
    processes.remove(20);
    processes.put(new ProcessRow(20, 1, 20, 20, root.start() + 50, 'S', List.of(), ""));
    processes.add(50, 1, 20);

    assertThat(found()).isEmpty();
  }

  @Test
  @DisplayName("P9: what a Belay inside the tree started is found by the limits that it gives")
  void whatAnInnerBelayStartedIsFound() {
    var inner = new Instance(processes.add(60, 20, 60).member(), 60, "7");
    var its = Cookie.of(inner, 99).mark(1);
    processes.add(61, 60, 61, its.name() + "=" + its.value());
    processes.put(new ProcessRow(62, 1, 62, 62, 162, 'S', List.of(), its.lockLimit()));
    assertThat(found()).containsExactly(20L, 60L, 61L, 62L);
    processes.remove(60);
    processes.remove(61);

    processes.put(new ProcessRow(63, 1, 63, 63, 163, 'S', List.of(), its.lockLimit()));

    assertThat(found()).containsExactly(20L, 62L, 63L);
  }

  @Test
  @DisplayName("SEC-M5: a child that says it is a Belay cannot claim what another one started")
  void noChildClaimsTheLimitsOfAnother() {
    var neighbour = cookie.mark(2).lockLimit();
    processes.add(66, 20, 66, "BELAY_ROPE_00000001=66:166:7:" + neighbour.substring(0, 13) + ":1");
    processes.put(new ProcessRow(67, 1, 67, 67, 167, 'S', List.of(), neighbour));

    assertThat(found()).containsExactly(20L, 66L);
  }

  @Test
  @DisplayName("P9: what the Belay around this one gives is no evidence")
  void whatTheOuterBelayGivesIsNoEvidence() {
    var outer = Cookie.of(new Instance(processes.add(3, 1, 3).member(), 3, "7"), 99);
    var its = outer.mark(1);
    processes.add(64, 20, 64, its.name() + "=" + its.value());
    processes.put(new ProcessRow(65, 1, 65, 65, 165, 'S', List.of(), outer.mark(2).lockLimit()));

    assertThat(found()).containsExactly(20L, 64L);
  }

  @Test
  @DisplayName("P9: a zombie is not alive")
  void aZombieIsNotAlive() {
    processes.zombie(20);

    assertThat(found()).isEmpty();
  }

  @Test
  @DisplayName("P9: a process older than the root cannot be its child, whatever it carries")
  void theOlderCannotBelong() {
    processes.put(new ProcessRow(15, 1, 15, 15, 1, 'S', List.of(entry), ""));

    assertThat(found()).containsExactly(20L);
  }
}
