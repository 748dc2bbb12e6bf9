package dev.belay.testbed.fault;

import dev.belay.core.time.Time;
import dev.belay.testbed.net.Pipe;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.locks.ReentrantLock;

/**
 * A {@link FaultyServer} in the JVM of its test, over pipes in memory and on the clock of the test.
 *
 * <p>Takes the options of {@link FaultyServers#command} except {@code --http} and {@code
 * --ignore-term}. Its faults are those of the process, except for the tools that kill it or start
 * processes, which are refused. Safe for use by many threads.
 */
public final class FaultyPuppet {
  private static final int KILLED = 137;

  private final Pipe stdin = new Pipe();
  private final Pipe stdout = new Pipe();
  private final ByteArrayOutputStream stderr = new ByteArrayOutputStream();
  private final CompletableFuture<Integer> exited = new CompletableFuture<>();
  private final ReentrantLock lock = new ReentrantLock();
  private final List<Thread> threads = new ArrayList<>();
  private boolean hasEnded;
  private final Server server;

  private FaultyPuppet(Options options, Map<String, String> environment, Time time) {
    var host =
        new Host(
            stdin.in(),
            stdout.out(),
            stderr,
            time,
            Map.copyOf(environment),
            /* pid= */ 0,
            this::thread,
            this::end);
    try {
      server = new Server(options, host);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Starts a server on the clock {@code time}.
   *
   * @throws IllegalArgumentException if an option is unknown, or needs a process
   */
  public static FaultyPuppet start(
      Time time, Map<String, String> environment, List<String> options) {
    var parsed = Options.parse(options.toArray(String[]::new));
    if (parsed.http >= 0 || parsed.ignoreTerm) {
      throw new IllegalArgumentException("--http and --ignore-term need a process");
    }
    var puppet = new FaultyPuppet(parsed, environment, time);
    CallThread.run(puppet.server::serve, puppet.server);
    return puppet;
  }

  /** {@return the end of its standard input that a client writes to} */
  public OutputStream stdin() {
    return stdin.out();
  }

  /** {@return the end of its standard output that a client reads} */
  public InputStream stdout() {
    return stdout.in();
  }

  /** {@return the lines of its standard error so far} */
  public List<String> errorLines() {
    return stderr.toString(StandardCharsets.UTF_8).lines().toList();
  }

  /** {@return its exit code, once it has ended} */
  public CompletionStage<Integer> exited() {
    return exited;
  }

  /** Ends it at once, as SIGKILL ends a process. */
  public void kill() {
    server.log.note("exit", Integer.toString(KILLED));
    end(KILLED);
  }

  private Thread thread(Runnable body) {
    lock.lock();
    try {
      if (hasEnded) {
        throw new Halted();
      }
      var thread = CallThread.daemon(body);
      threads.add(thread);
      return thread;
    } finally {
      lock.unlock();
    }
  }

  private void end(int code) {
    List<Thread> running;
    lock.lock();
    try {
      if (hasEnded) {
        return;
      }
      hasEnded = true;
      running = List.copyOf(threads);
    } finally {
      lock.unlock();
    }
    server.log.close();
    stdin.end();
    stdout.end();
    running.forEach(Thread::interrupt);
    exited.complete(code);
  }
}
