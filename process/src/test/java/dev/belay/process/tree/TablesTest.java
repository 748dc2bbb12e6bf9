package dev.belay.process.tree;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** Parsing of {@code /proc}, the output of {@code ps} and environments. */
class TablesTest {
  private static final String TAIL = "0 -1 0 0 0 0 0 0 0 0 0 20 0 %d 0 4711 0 0";

  @Test
  @DisplayName("A program may be named anything, also ') Z 1'")
  void aNameMayHoldAnything() {
    var row = LinuxProcessTable.parse("42 (a) Z 1 (b) ) S 7 8 9 " + TAIL.formatted(1));

    assertThat(row).isEqualTo(new ProcessRow(42, 7, 8, 9, 4711, 'S', List.of(), ""));
  }

  @Test
  @DisplayName("P9: a process whose first thread has ended is alive while others run")
  void aDeadFirstThreadIsNoZombie() {
    var threads = LinuxProcessTable.parse("42 (x) Z 7 8 9 " + TAIL.formatted(3));
    var none = LinuxProcessTable.parse("42 (x) Z 7 8 9 " + TAIL.formatted(1));

    assertThat(threads).isNotNull().matches(ProcessRow::isAlive);
    assertThat(none).isNotNull().matches(ProcessRow::isZombie);
  }

  @Test
  @DisplayName("A process that went away while it was read is left out")
  void anEmptyFileIsNoRow() {
    assertThat(LinuxProcessTable.parse("")).isNull();
  }

  @Test
  @DisplayName("P9: only entries of an environment count, not what other values contain")
  void onlyWholeEntriesCount() {
    var block = "A=BELAY_ROPE_1=x\0BELAY_ROPE_2=1:2\0B=3\0BELAY_ROPE_3=4:5\0";

    assertThat(Cookie.entriesIn(block)).containsExactly("BELAY_ROPE_2=1:2", "BELAY_ROPE_3=4:5");
  }

  @Test
  @DisplayName("P9: the cookie's name is the instance's own, its value names pid and start")
  void theCookieNamesItsOwner() {
    var self = new Instance(new TreeMember(12, 34), 12, "56");
    var mark = Cookie.of(self, 0x0000_00ab_0000_0000L).mark(3);

    assertThat(mark.name()).isEqualTo("BELAY_ROPE_000000ab");
    assertThat(mark.value()).startsWith("12:34:56:").endsWith(":3");
    assertThat(mark.lockLimit()).isEqualTo("1" + "0000012" + "00034" + "000003");
  }

  @Test
  @DisplayName("P9: a mark without a limit is on nobody who shows none")
  void anEmptyLimitMatchesNobody() {
    var row = new ProcessRow(1, 1, 1, 1, 1, 'S', List.of(), "");

    assertThat(new Mark("BELAY_ROPE_1", "x", "").isOn(row)).isFalse();
  }

  @Test
  @DisplayName("P10: only cookies of this namespace whose owner is gone are left by the dead")
  void inDoubtNobodyIsDead() {
    var processes = new FakeProcesses();
    var self = new Instance(processes.add(10, 1, 5).member(), 5, "7");

    assertThat(self.isLeftByDead("99:1:7:1:1", processes)).isTrue();
    assertThat(self.isLeftByDead("10:1:7:1:1", processes)).isTrue();
    assertThat(self.isLeftByDead("10:110:7:1:1", processes)).isFalse();
    assertThat(self.isLeftByDead("99:1:8:1:1", processes)).isFalse();
    assertThat(self.isLeftByDead("nonsense", processes)).isFalse();
    assertThat(self.isLeftByDead("a:b:7:d", processes)).isFalse();
  }

  @Test
  @DisplayName("macOS: a line of ps gives pid, parent, group, start and cookies")
  void aLineOfPsIsRead() {
    var row =
        PsProcessTable.parse(
            "  501     1   501 S+   Fri Nov  6 22:10:05 2026 /usr/bin/x -a BELAY_ROPE_1=2:3 B=4");

    var cookies = List.of("BELAY_ROPE_1=2:3");
    assertThat(row).isEqualTo(new ProcessRow(501, 1, 501, 501, 1_794_003_005L, 'S', cookies, ""));
    assertThat(PsProcessTable.parse("second line of a command")).isNull();
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  @DisplayName("ps and /proc tell the same of this process")
  void bothTablesAgree() {
    var columns = "pid=,ppid=,pgid=,stat=,lstart=,args=";
    var ps = new PsProcessTable(List.of("ps", "axeww", "-o", columns));
    long pid = ProcessHandle.current().pid();

    var told = ps.row(pid).orElseThrow();
    var read = new LinuxProcessTable().row(pid).orElseThrow();

    assertThat(told.parent()).isEqualTo(read.parent());
    assertThat(told.group()).isEqualTo(read.group());
    assertThat(told.isAlive()).isTrue();
    assertThat(ps.isAnyAlive(List.of(told.member()))).isTrue();
  }
}
