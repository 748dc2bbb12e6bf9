package dev.belay.cli.shell;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.PrintStream;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/** A shell that records a command's output, and presses Ctrl-C on request. */
public final class FakeShell {
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();
  private final Map<String, String> environment = new HashMap<>();
  private final CompletableFuture<Runnable> onInterrupt = new CompletableFuture<>();
  private boolean isTerminal;
  private InputStream in = InputStream.nullInputStream();

  public FakeShell() {
    environment.put("PATH", System.getenv("PATH"));
  }

  public FakeShell with(String name, String value) {
    environment.put(name, value);
    return this;
  }

  /** Sets what a person types. */
  public FakeShell typing(InputStream keys) {
    in = keys;
    return this;
  }

  /** Makes all streams terminals. */
  public FakeShell onTerminal() {
    isTerminal = true;
    return this;
  }

  public Shell shell() {
    return new Shell(
        environment,
        in,
        out,
        new PrintStream(err, true, UTF_8),
        () -> isTerminal,
        () -> isTerminal,
        () -> isTerminal,
        onInterrupt::complete,
        onInterrupt::complete);
  }

  /** Waits until the command handles Ctrl-C, and presses it. */
  public void interrupt() {
    onInterrupt.join().run();
  }

  public String out() {
    return out.toString(UTF_8);
  }

  public String err() {
    return err.toString(UTF_8);
  }
}
