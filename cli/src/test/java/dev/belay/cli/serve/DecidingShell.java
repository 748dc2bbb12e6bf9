package dev.belay.cli.serve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.cli.shell.ExitCode;
import dev.belay.cli.shell.FakeShell;
import dev.belay.core.time.Patience;
import java.io.IOException;

/** A shell in which a person decides by {@code belay approvals}. */
final class DecidingShell {
  private FakeShell last = new FakeShell();

  ExitCode run(Served served, String... words) throws IOException, InterruptedException {
    return run(new FakeShell(), served, words);
  }

  /** Runs on a narrow terminal. */
  void terminal(Served served, String... words) throws IOException, InterruptedException {
    var narrow = new FakeShell().onTerminal().with("COLUMNS", "40");
    assertThat(run(narrow, served, words)).isEqualTo(ExitCode.OK);
  }

  private ExitCode run(FakeShell shell, Served served, String... words)
      throws IOException, InterruptedException {
    last = shell;
    return served.run(shell, "approvals", words);
  }

  /** {@return the id of the one call that waits} */
  String waiting(Served served) throws InterruptedException {
    Patience.await(
        () -> {
          try {
            return run(served, "--quiet") == ExitCode.OK && !out().isEmpty();
          } catch (IOException e) {
            throw new AssertionError(e);
          }
        },
        () -> "no call waits");
    assertThat(out().lines()).hasSize(1);
    return out().strip();
  }

  /** {@return what the last command has printed} */
  String out() {
    return last.out();
  }

  /** {@return what it has said on standard error} */
  String err() {
    return last.err();
  }
}
