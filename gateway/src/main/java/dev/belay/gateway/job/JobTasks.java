package dev.belay.gateway.job;

import dev.belay.core.call.CallId;
import dev.belay.core.cancel.Cause;
import dev.belay.core.job.Job;
import dev.belay.core.job.JobStore;
import dev.belay.core.job.JobStoreException;
import dev.belay.core.job.Jobs;
import dev.belay.core.time.Time;
import dev.belay.gateway.job.TaskText.Task;
import dev.belay.mcp.envelope.ErrorCode;
import dev.belay.mcp.envelope.JsonObject;
import dev.belay.mcp.era.Era;
import dev.belay.mcp.server.Exchange;
import dev.belay.mcp.server.McpServerBuilder;
import dev.belay.mcp.server.RequestFailed;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Objects;
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

  /** When {@code tasks/result} asks again that could not ask the store. */
  private static final Duration AGAIN = Duration.ofSeconds(5);

  private static final int PAGE = 50;
  private static final byte[] DONE = "{}".getBytes(StandardCharsets.US_ASCII);

  private final Jobs jobs;
  private final JobHandoff handoff;
  private final Time time;

  JobTasks(Jobs jobs, JobHandoff handoff, Time time) {
    this.jobs = jobs;
    this.handoff = handoff;
    this.time = time;
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

  private Task task(Job job) {
    return Task.of(job, handoff);
  }

  private static CallId id(Exchange exchange) throws RequestFailed {
    var named = params(exchange).text("taskId");
    var id = named == null ? null : CallId.parse(named).orElse(null);
    if (id == null) {
      throw RequestFailed.invalidParams(UNKNOWN);
    }
    return id;
  }

  private static JsonObject params(Exchange exchange) {
    return Objects.requireNonNullElseGet(JsonObject.of(exchange.params()), JsonObject::empty);
  }

  private static Job known(@Nullable Job job) throws RequestFailed {
    if (job == null) {
      throw RequestFailed.invalidParams(UNKNOWN);
    }
    return job;
  }

  private static RequestFailed unreachable(JobStoreException why) {
    return new RequestFailed(
        ErrorCode.INTERNAL_ERROR,
        "Jobs cannot be reached: " + why.getMessage() + " Ask again later.");
  }

  /** Some clients never ask again after an error: one that passes is none to them. */
  private byte[] get(Exchange exchange) throws RequestFailed {
    var id = id(exchange);
    try {
      var job = known(jobs.find(exchange.principal(), id));
      if (job.hasEnded() && exchange.era() == Era.MODERN) {
        handoff.fetched(id);
      }
      return TaskText.task(task(job), exchange.era());
    } catch (JobStoreException _) {
      return TaskText.unreachable(id, jobs.failsSince(), exchange.era());
    }
  }

  /** Waits for the end, and answers whatever it was: some clients wait for nothing else. */
  private byte[] result(Exchange exchange) throws RequestFailed, InterruptedException {
    var id = id(exchange);
    while (true) {
      try {
        var job = known(jobs.await(exchange.principal(), id, LOOK));
        if (job.state() instanceof Job.State.Ended ended) {
          handoff.fetched(id);
          return TaskText.result(job, ended);
        }
      } catch (JobStoreException _) {
        time.sleep(AGAIN);
      }
    }
  }

  private byte[] cancel(Exchange exchange) throws RequestFailed, InterruptedException {
    var id = id(exchange);
    try {
      var before = known(jobs.find(exchange.principal(), id));
      boolean isLegacy = exchange.era() == Era.LEGACY;
      if (isLegacy && before.hasEnded()) {
        throw hasEnded();
      }
      var now = known(jobs.cancel(exchange.principal(), id, Cause.CLIENT, "tasks/cancel"));
      if (!isLegacy) {
        return DONE;
      }
      if (now.state() instanceof Job.State.Ended(_, Job.Ending how, _, _, _, _)
          && how != Job.Ending.CANCELLED) {
        // It ended by itself just before.
        throw hasEnded();
      }
      return TaskText.cancelled(now);
    } catch (JobStoreException e) {
      throw unreachable(e);
    }
  }

  private static RequestFailed hasEnded() {
    return RequestFailed.invalidParams("The task has ended, and cannot be cancelled.");
  }

  /** Answers to questions that are not open, or no more, are ignored. */
  private byte[] update(Exchange exchange) throws RequestFailed {
    var id = id(exchange);
    try {
      var job = known(jobs.find(exchange.principal(), id));
      var params = params(exchange);
      var responses = params.object("inputResponses");
      if (responses == null && params.has("inputResponses")) {
        throw RequestFailed.invalidParams("inputResponses is no object.");
      }
      var input = job.hasEnded() ? null : handoff.input(id);
      if (responses != null && input != null) {
        input.answer(key -> {
          var answer = responses.object(key);
          return answer == null ? null : answer.json();
        });
      }
      return DONE;
    } catch (JobStoreException e) {
      throw unreachable(e);
    }
  }

  private byte[] list(Exchange exchange) throws RequestFailed {
    var cursor = params(exchange).text("cursor");
    try {
      long before = cursor == null ? JobStore.NEWEST : Long.parseLong(cursor);
      return TaskText.page(
          jobs.page(JobStore.Wanted.of(exchange.principal()), before, PAGE), this::task);
    } catch (NumberFormatException _) {
      throw RequestFailed.invalidParams("The cursor is none that a list has ended with.");
    } catch (JobStoreException e) {
      throw unreachable(e);
    }
  }
}
