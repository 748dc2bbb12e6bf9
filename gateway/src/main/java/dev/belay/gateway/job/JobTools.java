package dev.belay.gateway.job;

import dev.belay.core.call.CallId;
import dev.belay.core.cancel.Cause;
import dev.belay.core.job.Job;
import dev.belay.core.job.JobStore;
import dev.belay.core.job.JobStore.Wanted;
import dev.belay.core.job.JobStoreException;
import dev.belay.core.job.Jobs;
import dev.belay.core.name.ShortText;
import dev.belay.core.time.Time;
import dev.belay.mcp.envelope.JsonObject;
import dev.belay.mcp.envelope.JsonText;
import dev.belay.mcp.era.Era;
import dev.belay.mcp.server.Exchange;
import dev.belay.mcp.server.Handler;
import dev.belay.mcp.server.McpServerBuilder;
import dev.belay.mcp.session.ClientLink;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The tools by which a client asks for its jobs: {@code job_status}, {@code job_result}, {@code
 * job_cancel}, {@code job_list}. Any client that can call a tool can use them. Beside them, the
 * same for clients that know tasks.
 *
 * <p>Safe for use by many threads.
 */
public final class JobTools {
  /** The longest that one call waits: less than any client does that is known. */
  static final Duration LONGEST_WAIT = Duration.ofSeconds(45);

  /** How many jobs a list shows. */
  private static final int PAGE = 20;

  private final Jobs jobs;
  private final List<BuiltInTool> tools;
  private final JobHandoff handoff;
  private final Time time;
  private final TaskNews news;

  /**
   * Serves those jobs.
   *
   * @param handoff what makes jobs of calls, and is told of each job whose result is given
   */
  public JobTools(Jobs jobs, JobHandoff handoff, Time time) {
    this.jobs = jobs;
    this.handoff = handoff;
    this.time = time;
    news = new TaskNews(jobs, handoff, time);
    long most = LONGEST_WAIT.toSeconds();
    tools =
        List.of(
            tool(
                "job_status",
                "Say how far a job is.",
                withWait(most),
                "readOnlyHint",
                this::status),
            tool(
                "job_result",
                "Get the result of a job. Waits up to " + most + " s for its end.",
                withWait(most),
                "readOnlyHint",
                this::result),
            tool("job_cancel", "Stop a job.", withId(), "destructiveHint", this::cancel),
            tool(
                "job_list",
                "List your jobs, the newest first.",
                new JsonText().object("properties", new JsonText()),
                "readOnlyHint",
                this::list));
  }

  private static BuiltInTool tool(
      String name, String what, JsonText schema, String hint, Handler handler) {
    var definition =
        new JsonText()
            .text("name", name)
            .text("description", what)
            .object("inputSchema", schema.text("type", "object"))
            .object("annotations", new JsonText().flag(hint, true));
    return new BuiltInTool(name, definition.bytes(), handler, () -> true);
  }

  private static JsonText withId() {
    return ofJob(id());
  }

  private static JsonText withWait(long most) {
    var wait =
        new JsonText()
            .text("type", "number")
            .number("minimum", 0)
            .number("maximum", most)
            .text("description", "Longest wait");
    return ofJob(id().object("wait_seconds", wait));
  }

  private static JsonText id() {
    return new JsonText()
        .object(
            "job_id", new JsonText().text("type", "string").text("description", "Id of the job"));
  }

  private static JsonText ofJob(JsonText properties) {
    return new JsonText().object("properties", properties).texts("required", List.of("job_id"));
  }

  /** {@return whether any call has become a job since the program began} */
  boolean haveJobs() {
    return jobs.open() > 0 || Stream.of(Job.Ending.values()).anyMatch(how -> jobs.ended(how) > 0);
  }

  /** {@return the tools} */
  List<BuiltInTool> all() {
    return tools;
  }

  /** {@return the builder, with what clients know as tasks} */
  McpServerBuilder tasks(McpServerBuilder server) {
    return new JobTasks(jobs, handoff, time).on(server);
  }

  /** {@return what a legacy client hears of its tasks} */
  LegacyTasks tasksOf(ClientLink client) {
    return new LegacyTasks(news, handoff, time, client);
  }

  /** {@return what tells of tasks} */
  TaskNews news() {
    return news;
  }

  /** Ends every subscription to tasks with its result; the tasks go on. */
  public void endSubscriptions() {
    news.end();
  }

  private interface Asked {
    @Nullable Job of(String principal, CallId id) throws JobStoreException, InterruptedException;
  }

  /** Finds the job that is asked for; says what is wrong where there is none. */
  private byte[] answer(Exchange exchange, Asked asked, Function<Job, byte[]> told)
      throws InterruptedException {
    return answer(exchange, asked, told, (_, why) -> unreachable(why));
  }

  private interface Otherwise {
    byte[] of(CallId id, JobStoreException why);
  }

  private static byte[] answer(
      Exchange exchange, Asked asked, Function<Job, byte[]> told, Otherwise failed)
      throws InterruptedException {
    var arguments = JsonObject.of(exchange.arguments());
    var text = arguments == null ? null : arguments.text("job_id");
    if (text == null) {
      return JobText.error(
          "job_id is required: the id that a call was answered with. job_list shows your jobs.");
    }
    var id = CallId.parse(text).orElse(null);
    try {
      var job = id == null ? null : asked.of(exchange.principal(), id);
      return job == null
          ? JobText.error(
              "There is no job "
                  + ShortText.name(text)
                  + ". It may be forgotten, or another's. job_list shows your jobs.")
          : told.apply(job);
    } catch (JobStoreException e) {
      return id == null ? unreachable(e) : failed.of(id, e);
    }
  }

  private static byte[] unreachable(JobStoreException why) {
    return JobText.error("Jobs cannot be reached: " + why.getMessage() + " Ask again later.");
  }

  private static Duration wait(Exchange exchange, Duration otherwise) {
    var arguments = JsonObject.of(exchange.arguments());
    var raw = arguments == null ? null : arguments.raw("wait_seconds");
    if (raw == null) {
      return otherwise;
    }
    try {
      double seconds = Double.parseDouble(new String(raw, StandardCharsets.UTF_8));
      double most = LONGEST_WAIT.toSeconds();
      return Duration.ofMillis((long) (1000 * Math.clamp(seconds, 0, most)));
    } catch (NumberFormatException _) {
      return otherwise;
    }
  }

  private byte[] status(Exchange exchange) throws InterruptedException {
    var wait = wait(exchange, Duration.ZERO);
    return answer(
        exchange,
        (who, id) -> jobs.await(who, id, wait),
        JobText::status,
        (id, _) -> JobText.unknown(id, jobs.failsSince()));
  }

  private byte[] result(Exchange exchange) throws InterruptedException {
    var wait = wait(exchange, LONGEST_WAIT);
    return answer(
        exchange,
        (who, id) -> jobs.await(who, id, wait),
        job ->
            switch (job.state()) {
              case Job.State.Open _ -> JobText.notYet(job);
              case Job.State.Ended ended -> {
                handoff.fetched(job.id());
                yield JobText.result(ended, exchange.era());
              }
            });
  }

  private byte[] cancel(Exchange exchange) throws InterruptedException {
    return answer(
        exchange, (who, id) -> jobs.cancel(who, id, Cause.CLIENT, "job_cancel"), JobText::status);
  }

  private byte[] list(Exchange exchange) {
    try {
      var client = exchange.client();
      boolean isKnown = TaskOffer.isKnown(client);
      if (!isKnown && exchange.era() == Era.MODERN) {
        return JobText.error(
            "Over HTTP, a client without a token can ask for a job by its id alone: all such"
                + " clients are one principal.");
      }
      var session = isKnown ? null : client.id();
      var wanted = new Wanted(exchange.principal(), session, null, null);
      var page = jobs.page(wanted, JobStore.NEWEST, PAGE);
      return JobText.list(page.jobs(), page.next() == 0);
    } catch (JobStoreException e) {
      return unreachable(e);
    }
  }
}
