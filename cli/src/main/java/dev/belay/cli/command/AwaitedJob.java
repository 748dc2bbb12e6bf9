package dev.belay.cli.command;

import dev.belay.cli.display.Display;
import dev.belay.cli.remote.CallRow;
import dev.belay.cli.remote.GatewayJobs;
import dev.belay.cli.remote.GatewayTrouble;
import dev.belay.cli.remote.JobRow;
import dev.belay.cli.shell.ExitCode;
import dev.belay.cli.shell.Shell;
import dev.belay.core.time.Time;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** The result of one job of a gateway: found by a few digits, awaited and printed. */
record AwaitedJob(GatewayJobs jobs, boolean asJson, Shell shell) {
  /** The time between two looks at a job whose progress is shown. */
  private static final Duration LOOK = Duration.ofSeconds(1);

  /** {@return the one id that the word means; null where it means none or several} */
  @Nullable String id(String word) throws GatewayTrouble, InterruptedException {
    var meant = jobs.meant(word);
    if (meant.size() > 1) {
      shell.say(
          "belay: " + CallRow.line(word) + " means " + meant.size() + " jobs; give more digits");
    } else if (meant.isEmpty()) {
      var _ = unknown(word);
    }
    return meant.size() == 1 ? meant.getFirst() : null;
  }

  ExitCode unknown(String id) {
    shell.say("belay: no job " + CallRow.line(id) + ". See: belay jobs --all");
    return ExitCode.ERROR;
  }

  void printJson(byte[] body) throws IOException {
    shell.print(new String(body, StandardCharsets.UTF_8) + "\n");
  }

  /** Prints the result, for which it waits at most {@code wait}. */
  ExitCode result(String id, Duration wait)
      throws GatewayTrouble, IOException, InterruptedException {
    long end = Time.system().nanos() + wait.toNanos();
    var found = jobs.find(id, wait);
    while (found != null && !JobRow.of(found).hasEnded()) {
      long left = end - Time.system().nanos();
      if (left <= 0) {
        return open(JobRow.of(found), wait);
      }
      found = jobs.find(id, Duration.ofNanos(left));
    }
    return found == null ? unknown(id) : ended(JobRow.of(found));
  }

  /** Shows how far the job is until it has ended, then prints the result. */
  ExitCode follow(String id, Display display, AtomicBoolean isInterrupted)
      throws GatewayTrouble, IOException, InterruptedException {
    var found = jobs.find(id, Duration.ZERO);
    if (found != null) {
      display.begin(JobRow.of(found).tool(), JobRow.of(found).tool(), JobRow.of(found).ran());
    }
    while (found != null && !JobRow.of(found).hasEnded() && !isInterrupted.get()) {
      display.progress(JobRow.of(found).tool(), JobRow.of(found).shown());
      found = jobs.find(id, LOOK);
    }
    display.hide();
    if (found == null) {
      return unknown(id);
    }
    var job = JobRow.of(found);
    if (!job.hasEnded()) {
      shell.say("belay: job " + CallRow.line(id) + " goes on. Stop it: belay job cancel " + id);
      return ExitCode.INTERRUPTED;
    }
    return ended(job);
  }

  private ExitCode ended(JobRow job) throws GatewayTrouble, IOException, InterruptedException {
    var result = jobs.result(job.id());
    return result == null ? unknown(job.id()) : print(job.status(), result);
  }

  private ExitCode open(JobRow job, Duration wait) {
    shell.say(
        "belay: job "
            + CallRow.line(job.id())
            + " has not ended: "
            + job.status()
            + (wait.isZero() ? ". To wait for its result: --wait SECONDS" : ""));
    return wait.isZero() ? ExitCode.ERROR : ExitCode.TIMED_OUT;
  }

  private ExitCode print(String status, byte[] json) throws IOException {
    var result = CallResult.of(json);
    var exit =
        switch (status) {
          case "completed" -> result.isError() ? ExitCode.ERROR : ExitCode.OK;
          case "timed_out" -> ExitCode.TIMED_OUT;
          case "cancelled" -> ExitCode.INTERRUPTED;
          default -> ExitCode.ERROR;
        };
    if (asJson) {
      printJson(json);
    } else if (exit == ExitCode.OK) {
      shell.print(result.text());
    } else {
      shell.err().print(shell.shownErr(result.text()));
      shell.err().flush();
    }
    return exit;
  }
}
