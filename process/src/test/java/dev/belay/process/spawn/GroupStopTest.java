package dev.belay.process.spawn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.belay.core.time.Time;
import dev.belay.process.tree.Cgroup;
import dev.belay.process.tree.Grace;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A cgroup for each tree, and no other mark that survives a scrubbed environment. */
@Tag("process")
final class GroupStopTest extends StopContract {
  private static final Machine MACHINE = Machine.probe();

  @Override
  Machine machine() {
    return machine(Cgroup.delegated());
  }

  private static Machine machine(@Nullable Path groups) {
    return new Machine(MACHINE.table(), MACHINE.setsid(), null, null, groups, MACHINE.readers());
  }

  @BeforeEach
  void needsAGroup() {
    assumeTrue(
        MACHINE.groups() != null, "no cgroup v2 is mounted here that this user may write to");
  }

  @Test
  @DisplayName("P9: a child is in a group of its own before its program runs, and it is removed")
  void theChildJoinsItsGroupBeforeItRuns() throws Exception {
    try (var spawner = Spawner.open(Time.system(), machine())) {
      var child = spawner.start(Real.sh("grep ^0:: /proc/self/cgroup; cat"));

      var line = Real.lines(child, 1).getFirst();

      assertThat(line).contains("/belay-");
      assertThat(spawner.means()).contains(Means.CGROUP);
      var directory = group(line);
      assertThat(directory).isDirectory();
      var _ = child.stop(Grace.none());
      var isGone = Real.eventually(Duration.ofSeconds(20), () -> !Files.exists(directory));
      assertThat(isGone).isTrue();
    }
  }

  private Path group(String line) {
    var name = Path.of(line).getFileName().toString();
    var groups = MACHINE.groups();
    return groups == null ? Path.of("/nowhere") : groups.resolve(name);
  }

  @Test
  @DisplayName("P9: joining a group leaves the environment as it was given")
  void theShellInBetweenLeavesTheEnvironmentAlone() throws Exception {
    try (var spawner = Spawner.open(Time.system(), machine())) {
      var given = Map.of("PATH", "/usr/bin:/bin", "ODD", "a b'c\"$x");
      var child = spawner.start(Real.launch(given, "env"));
      var lines = Real.lines(child, 3);

      assertThat(lines)
          .filteredOn(line -> !line.startsWith("BELAY_ROPE_"))
          .containsExactlyInAnyOrder("PATH=/usr/bin:/bin", "ODD=a b'c\"$x");
      assertThat(child.stdout().read()).isEqualTo(-1);
    }
  }

  @Test
  @DisplayName(
      "An environment that a shell would lose keeps out of the group, not out of the child")
  void oddNamesReachTheChild() throws Exception {
    assertThat(Launcher.isSafeForShell(Map.of("A_1", "x"))).isTrue();
    try (var spawner = Spawner.open(Time.system(), machine())) {
      var given = Map.of("PATH", "/usr/bin:/bin", "npm_config-x.y", "1");

      assertThat(Real.lines(spawner.start(Real.launch(given, "env")), 3))
          .contains("npm_config-x.y=1");
    }
  }

  @Test
  @DisplayName("A group that cannot be made is no group, and no failure")
  void aRefusedGroupIsNoFailure() throws Exception {
    var closed = Files.createTempDirectory("groups");
    try (var spawner = Spawner.open(Time.system(), machine(closed.resolve("gone")))) {
      assertThat(Real.lines(spawner.start(Real.launch("echo", "well")), 1)).containsExactly("well");
    }
    Files.delete(closed);
  }
}
