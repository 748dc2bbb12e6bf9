package dev.belay.gateway.job;

import dev.belay.core.call.CallId;
import dev.belay.core.cancel.Cause;
import dev.belay.core.job.Job;
import dev.belay.core.job.JobStore;
import dev.belay.core.job.JobStoreException;
import dev.belay.core.job.Jobs;
import dev.belay.mcp.envelope.ErrorCode;
import dev.belay.mcp.envelope.JsonObject;
import dev.belay.mcp.era.Era;
import dev.belay.mcp.server.Exchange;
import dev.belay.mcp.server.McpServerBuilder;
import dev.belay.mcp.server.RequestFailed;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The requests by which clients ask for jobs as tasks: {@code tasks/get}, {@code tasks/result},
 * {@code tasks/cancel}, {@code tasks/update}, {@code tasks/list}. The id of a task is that of its
 * job.
 *
 * <p>Safe for use by many threads.
 */
final class JobTasks {
  /** What a client reads of a task that is not there, or not its own. */
  private static final String UNKNOWN = "There is no such task.";

  /** How long {@code tasks/result} waits before it looks whether the task is still known. */
  private static final Duration LOOK = Duration.ofHours(1);

  private static final int PAGE = 50;
  private static final byte[] DONE = "{}".getBytes(StandardCharsets.US_ASCII);

  private final Jobs jobs;

  JobTasks(Jobs jobs) {
    this.jobs = jobs;
  }

  /** Has a server answer the requests. */
  McpServerBuilder on(McpServerBuilder server) {
    return server
        .extension("tasks/get", this::get)
        .extension("tasks/result", this::result)
        .extension("tasks/cancel", this::cancel)
        .extension("tasks/update", this::update)
        .extension("tasks/list", this::list);
  }

  private interface Asked {
    @Nullable Job of(String principal, CallId id) throws JobStoreException, InterruptedException;
  }

  private static Job found(Exchange exchange, Asked asked)
      throws RequestFailed, InterruptedException {
    var named = param(exchange, "taskId");
    var id = named == null ? null : CallId.parse(named).orElse(null);
    try {
      var job = id == null ? null : asked.of(exchange.principal(), id);
      if (job == null) {
        throw RequestFailed.invalidParams(UNKNOWN);
      }
      return job;
    } catch (JobStoreException e) {
      throw unreachable(e);
    }
  }

  private static @Nullable String param(Exchange exchange, String name) {
    var params = JsonObject.of(exchange.params());
    return params == null ? null : params.text(name);
  }

  private static RequestFailed unreachable(JobStoreException why) {
    return new RequestFailed(
        ErrorCode.INTERNAL_ERROR,
        "Jobs cannot be reached: " + why.getMessage() + " Ask again later.");
  }

  private byte[] get(Exchange exchange) throws RequestFailed, InterruptedException {
    return TaskText.task(found(exchange, jobs::find), exchange.era());
  }

  /** Waits for the end, and answers whatever it was: some clients wait for nothing else. */
  private byte[] result(Exchange exchange) throws RequestFailed, InterruptedException {
    while (true) {
      var job = found(exchange, (who, id) -> jobs.await(who, id, LOOK));
      if (job.state() instanceof Job.State.Ended ended) {
        return TaskText.result(job, ended);
      }
    }
  }

  private byte[] cancel(Exchange exchange) throws RequestFailed, InterruptedException {
    var before = found(exchange, jobs::find);
    boolean isLegacy = exchange.era() == Era.LEGACY;
    if (isLegacy && before.hasEnded()) {
      throw hasEnded();
    }
    var now = found(exchange, (who, id) -> jobs.cancel(who, id, Cause.CLIENT, "tasks/cancel"));
    if (!isLegacy) {
      return DONE;
    }
    if (now.state() instanceof Job.State.Ended(_, Job.Ending how, _, _, _, _)
        && how != Job.Ending.CANCELLED) {
      // It ended by itself just before.
      throw hasEnded();
    }
    return TaskText.cancelled(now);
  }

  private static RequestFailed hasEnded() {
    return RequestFailed.invalidParams("The task has ended, and cannot be cancelled.");
  }

  /** A task of a job asks for nothing, so that no answer is one to it. */
  private byte[] update(Exchange exchange) throws RequestFailed, InterruptedException {
    var _ = found(exchange, jobs::find);
    return DONE;
  }

  private byte[] list(Exchange exchange) throws RequestFailed {
    var cursor = param(exchange, "cursor");
    try {
      long before = cursor == null ? JobStore.NEWEST : Long.parseLong(cursor);
      return TaskText.page(jobs.page(JobStore.Wanted.of(exchange.principal()), before, PAGE));
    } catch (NumberFormatException _) {
      throw RequestFailed.invalidParams("The cursor is none that a list has ended with.");
    } catch (JobStoreException e) {
      throw unreachable(e);
    }
  }
}
