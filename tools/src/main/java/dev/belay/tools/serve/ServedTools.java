package dev.belay.tools.serve;

import dev.belay.core.call.Governor;
import dev.belay.core.call.GovernorOptions;
import dev.belay.core.cancel.Cause;
import dev.belay.core.time.Time;
import dev.belay.tools.declare.NativeTool;
import dev.belay.tools.run.Contract;
import dev.belay.tools.run.RunnerOptions;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;

/**
 * Hosted tools of a program of their own, with their own governor and an orderly end.
 *
 * <p>Safe for use by many threads.
 */
final class ServedTools implements AutoCloseable {
  /** The time for the answers of calls cancelled at the end. */
  private static final Duration LAST_ANSWERS = Duration.ofMillis(500);

  private final Time time;
  private final Governor governor;
  private final HostedTools host;
  private final Consumer<String> report;

  ServedTools(List<NativeTool> tools, Contract contract, ServerOptions server) {
    report = server.report();
    var options = GovernorOptions.system().withGrace(server.terms().grace());
    time = options.time();
    governor = new Governor(options);
    host =
        new HostedTools(
            tools,
            server.as(),
            server.terms(),
            HostedCalls.PLAIN,
            RunnerOptions.of(governor, time, contract, options.random()));
  }

  HostedTools host() {
    return host;
  }

  Time time() {
    return time;
  }

  /** Reports a line to a person. */
  void report(String line) {
    report.accept(line);
  }

  /** Cancels every call, and waits briefly for the answers to be sent. */
  void cancelAll(String by) throws InterruptedException {
    for (var call : List.copyOf(governor.directory().calls())) {
      call.cancel(Cause.SHUTDOWN, by);
    }
    governor.close();
    time.await(host.quiet(), LAST_ANSWERS);
  }

  /** Ends every child process, within 1.8 s. */
  void endChildren() {
    host.close();
  }

  /** Ends the tools without waiting for answers to be sent. */
  @Override
  public void close() {
    governor.close();
    endChildren();
  }
}
