package dev.belay.process.spawn;

import dev.belay.process.tree.Cgroup;
import dev.belay.process.tree.Mark;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Builds the command line that gives a child its session, its mark and its cgroup.
 *
 * <p>Each program in the chain replaces itself by the next, so the pid stays and so does the
 * environment.
 */
final class Launcher {
  private static final String JOIN = "{ echo $$ >\"$0/cgroup.procs\"; } 2>/dev/null; ";
  private static final String PERL = "require POSIX; POSIX::setsid(); exec {$ARGV[0]} @ARGV";

  private final Machine machine;

  Launcher(Machine machine) {
    this.machine = machine;
  }

  /** Returns the whole command line. */
  List<String> chain(
      List<String> command, Map<String, String> environment, Mark mark, @Nullable Cgroup group) {
    var chain = new ArrayList<String>();
    if (group != null) {
      join(chain, group, environment.get("PWD"));
    }
    if (machine.prlimit() != null) {
      chain.add(machine.prlimit());
      chain.add("--locks=" + mark.lockLimit() + ":");
    }
    chain.addAll(ownSession());
    chain.addAll(command);
    return chain;
  }

  /**
   * {@return a command prefix that starts a program in a session of its own; empty if none is
   * available}
   */
  List<String> ownSession() {
    if (machine.setsid() != null) {
      return List.of(machine.setsid());
    }
    return machine.perl() == null ? List.of() : List.of(machine.perl(), "-e", PERL);
  }

  /** {@return true if a shell passes this environment on unchanged} */
  static boolean isSafeForShell(Map<String, String> environment) {
    for (var name : environment.keySet()) {
      for (int i = 0; i < name.length(); i++) {
        char c = name.charAt(i);
        if (c > 'z' || !(Character.isLetter(c) || c == '_' || (i > 0 && Character.isDigit(c)))) {
          return false; // a shell drops a name that it could not assign
        }
      }
    }
    return true;
  }

  /**
   * The shell joins the group before it becomes the child; it must restore the PWD that it sets.
   */
  private static void join(List<String> chain, Cgroup group, @Nullable String pwd) {
    chain.add("/bin/sh");
    chain.add("-c");
    chain.add(JOIN + (pwd == null ? "unset PWD; " : "PWD=$1; shift; ") + "exec \"$@\"");
    chain.add(group.directory().toString());
    if (pwd != null) {
      chain.add(pwd);
    }
  }
}
