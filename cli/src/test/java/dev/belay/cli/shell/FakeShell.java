package dev.belay.cli.shell;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.belay.cli.BelayProcess;
import dev.belay.cli.command.Subcommands;
import dev.belay.core.time.Patience;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.io.PrintStream;
import java.net.URI;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/** A shell that runs commands, records their output, and presses keys on request. */
public final class FakeShell {
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();
  private final Map<String, String> environment = new HashMap<>();
  private final CompletableFuture<Runnable> onInterrupt = new CompletableFuture<>();
  private final PipedOutputStream keyboard = new PipedOutputStream();
  private boolean isTerminal;
  private boolean isOneScreen;
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

  /** Plugs in a keyboard. */
  public FakeShell withKeyboard() throws IOException {
    return typing(new PipedInputStream(keyboard));
  }

  /** Types on the keyboard. */
  public void type(String keys) throws IOException {
    keyboard.write(keys.getBytes(UTF_8));
    keyboard.flush();
  }

  /** Ends the input of the keyboard. */
  public void endInput() throws IOException {
    keyboard.close();
  }

  /** Makes all streams terminals. */
  public FakeShell onTerminal() {
    isTerminal = true;
    return this;
  }

  /** Makes all streams one terminal, whose screen is {@link #err}. */
  public FakeShell onOneScreen() {
    isOneScreen = true;
    return onTerminal();
  }

  public Shell shell() {
    return new Shell(
        environment,
        in,
        isOneScreen ? err : out,
        new PrintStream(err, true, UTF_8),
        () -> isTerminal,
        () -> isTerminal,
        () -> isTerminal,
        onInterrupt::complete,
        onInterrupt::complete);
  }

  /** Runs a subcommand. */
  public ExitCode run(String command, String... words) throws IOException, InterruptedException {
    return run(command, List.of(words));
  }

  /** Runs a subcommand. */
  public ExitCode run(String command, List<String> words) throws IOException, InterruptedException {
    return Objects.requireNonNull(Subcommands.run(command, words, shell()), command);
  }

  /** Runs a subcommand on a thread of its own. */
  public CompletableFuture<ExitCode> start(String command, List<String> words) {
    return CompletableFuture.supplyAsync(
        () -> {
          try {
            return run(command, words);
          } catch (IOException | InterruptedException e) {
            throw new CompletionException(e);
          }
        },
        task -> Thread.ofPlatform().name("belay " + command).daemon().start(task));
  }

  /** Waits until standard error contains this. */
  public void awaitErr(String part) throws InterruptedException {
    Patience.await(() -> err().contains(part), () -> "no '" + part + "' in: " + err());
  }

  /** Waits until a gateway listens. Returns its address. */
  public URI awaitListening() throws InterruptedException {
    return BelayProcess.awaitListening(this::err);
  }

  /** Waits until a person was asked about a call for the {@code count}th time. */
  public void awaitPrompts(int count) throws InterruptedException {
    Patience.await(() -> prompts() == count, () -> "not " + count + " prompts: " + err());
  }

  /** {@return how often a person was asked about a call} */
  public int prompts() {
    return err().split("Allow\\?", -1).length - 1;
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
