package dev.belay.testbed.fault;

import java.io.File;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;

/**
 * A process that a server leaves behind, named by its way to escape.
 *
 * <p>Needs {@code /bin/sh} and, on Linux only, {@code setsid} and {@code perl}. Each one ends by
 * itself after 1000 s.
 */
public enum Stray {
  /** An ordinary child. */
  CHILD("echo $$ >&2; exec sleep 1000 2>/dev/null"),
  /** A child in a session of its own. */
  SETSID("echo $$ >&2; exec setsid sleep 1000 2>/dev/null"),
  /** An orphan in a session of its own: its parent has ended. */
  DOUBLE_FORK("setsid sleep 1000 2>/dev/null & echo $! >&2"),
  /** A child that starts with an empty environment. */
  ENV_SCRUBBED("echo $$ >&2; exec env -i sleep 1000 2>/dev/null"),
  /** An orphan in a session of its own with an empty environment. */
  DAEMON("env -i setsid sleep 1000 2>/dev/null & echo $! >&2"),
  /** A child whose own child ends after 0.1 s and is never reaped; its pid comes first. */
  ZOMBIE("sleep 0.1 2>/dev/null & echo $! >&2; echo $$ >&2; exec sleep 1000 2>/dev/null"),
  /** A child that only SIGKILL ends. */
  IGNORE_TERM("trap '' TERM INT HUP; echo $$ >&2; exec sleep 1000 2>/dev/null"),
  /** An orphan that forks itself anew every 20 ms and exits; only its first pid is known. */
  SELF_FORKER(
      """
      perl -e '
        $SIG{$_} = "IGNORE" for qw(TERM INT HUP);
        my $end = time + 1000;
        while (time < $end) { fork and exit; select(undef, undef, undef, 0.02); }
      ' 2>/dev/null & echo $! >&2
      """),
  /** A child that keeps the server's stdout open, so that its pipe does not end with the server. */
  HOLD_STDOUT("echo $$ >&2; exec sleep 1000 2>/dev/null");

  private final String script;

  Stray(String script) {
    this.script = script;
  }

  /** {@return its name as an argument of the tools {@code spawn} and {@code spawn_and_hang}} */
  public String kind() {
    return name().toLowerCase(Locale.ROOT);
  }

  static Stray of(String kind) {
    return kind.isEmpty() ? CHILD : valueOf(kind.toUpperCase(Locale.ROOT));
  }

  /** Starts it. Returns the pids of its processes. */
  List<String> start() throws IOException {
    // The pids arrive on stderr, since one kind has to inherit stdout.
    var process =
        new ProcessBuilder("/bin/sh", "-c", script)
            .redirectInput(Redirect.from(new File("/dev/null")))
            .redirectOutput(this == HOLD_STDOUT ? Redirect.INHERIT : Redirect.DISCARD)
            .start();
    try (var pids = process.getErrorStream()) {
      return new String(pids.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
    }
  }
}
