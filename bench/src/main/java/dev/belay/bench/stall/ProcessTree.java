package dev.belay.bench.stall;

import dev.belay.testbed.process.LiveProcesses;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.Set;

/** The descendants of a process at one moment. */
record ProcessTree(List<Descendant> descendants) {
  private static final Set<String> SHELLS = Set.of("sh", "dash", "bash", "ksh", "zsh", "ash");

  /** When its child stops, it stops itself, and waits for somebody to continue it. */
  private static final String TERMINAL = "script";

  /**
   * A descendant of the process.
   *
   * @param program the name of its executable file
   * @param isStopped whether it stands still already, by whoever stopped it
   */
  record Descendant(long pid, long parent, String program, boolean isStopped) {}

  static ProcessTree of(ProcessHandle root) {
    return new ProcessTree(
        root.descendants()
            .map(ProcessTree::descendant)
            .flatMap(Optional::stream)
            .filter(one -> LiveProcesses.isAlive(one.pid()))
            .toList());
  }

  private static Optional<Descendant> descendant(ProcessHandle process) {
    return process
        .info()
        .command()
        .map(command ->
            new Descendant(
                process.pid(),
                process.parent().map(ProcessHandle::pid).orElse(0L),
                Objects.toString(Path.of(command).getFileName(), command),
                LiveProcesses.isStopped(process.pid())));
  }

  /** {@return one of those that may stall and do not rest, each with the same chance} */
  Optional<Descendant> any(Random random, Set<Long> resting) {
    var candidates =
        descendants.stream().filter(one -> mayStall(one) && !resting.contains(one.pid())).toList();
    return candidates.isEmpty()
        ? Optional.empty()
        : Optional.of(candidates.get(random.nextInt(candidates.size())));
  }

  private boolean mayStall(Descendant one) {
    return !one.isStopped()
        && !one.program().equals(TERMINAL)
        && descendants.stream()
            .noneMatch(other -> isBelowTerminal(one, other) || waits(one, other));
  }

  private static boolean isBelowTerminal(Descendant one, Descendant other) {
    return other.pid() == one.parent() && other.program().equals(TERMINAL);
  }

  /** A shell that has a child only waits for it, so its stall would show nothing. */
  private static boolean waits(Descendant one, Descendant other) {
    return other.parent() == one.pid() && SHELLS.contains(one.program());
  }
}
