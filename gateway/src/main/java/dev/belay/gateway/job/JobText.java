package dev.belay.gateway.job;

import dev.belay.core.approval.Approvals;
import dev.belay.core.call.CallId;
import dev.belay.core.call.Heartbeat;
import dev.belay.core.call.Payload;
import dev.belay.core.job.Estimator;
import dev.belay.core.job.Job;
import dev.belay.core.job.Jobs;
import dev.belay.gateway.translate.Fault;
import dev.belay.gateway.translate.ResultToLegacy;
import dev.belay.gateway.translate.ResultToModern;
import dev.belay.gateway.upstream.UpstreamCall;
import dev.belay.mcp.envelope.Envelope;
import dev.belay.mcp.envelope.JsonObject;
import dev.belay.mcp.envelope.JsonText;
import dev.belay.mcp.envelope.Kind;
import dev.belay.mcp.envelope.Member;
import dev.belay.mcp.envelope.RawJson;
import dev.belay.mcp.envelope.TextResult;
import dev.belay.mcp.era.Era;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * What a model reads of a job, and what a program does: the results of the calls by which clients
 * without tasks are told of jobs, and ask for them (C13), and the fields of a job wherever it is
 * told of.
 *
 * <p>Longer than other files: all words for a job stand in it, so that each door uses the same.
 */
public final class JobText {
  /** The member of a result's {@code _meta} that has a job, where the content cannot have it. */
  static final String META = "dev.belay/job";

  /** The word for a job whose call waits for approval, as of a task. */
  static final String INPUT_REQUIRED = "input_required";

  /** The schema of the fields that every handle has. */
  static final RawJson HANDLE =
      RawJson.of(
          new JsonText()
              .text("type", "object")
              .object("properties", texts("job_id", "tool", "status"))
              .texts("required", List.of("job_id", "tool", "status"))
              .bytes());

  /** Some clients show the message of a task whole. */
  private static final int LONGEST_MESSAGE = 1_000;

  /** When to ask again, where nothing better is known. */
  private static final Duration POLL = Duration.ofSeconds(5);

  private JobText() {}

  private static JsonText texts(String... names) {
    var properties = new JsonText();
    for (var name : names) {
      properties.object(name, new JsonText().text("type", "string"));
    }
    return properties;
  }

  /** {@return the result of a call that goes on as a job} */
  static byte[] handle(Jobs.Begun begun) {
    return handle(begun.job(), handleText(begun));
  }

  private static byte[] handle(Job job, String text) {
    return TextResult.of(text).structured(fields(job).bytes()).json();
  }

  /**
   * {@return the same for a tool with an output schema, to which clients hold every result but an
   * error}
   */
  static byte[] unchecked(Jobs.Begun begun) {
    return unchecked(begun.job(), handleText(begun));
  }

  private static byte[] unchecked(Job job, String text) {
    var meta = new JsonText().object(META, fields(job));
    return TextResult.error(text).meta(meta.bytes()).json();
  }

  /**
   * {@return the result of a call that repeats that of a job}
   *
   * @param takesHandle whether the client takes a handle for the tool's structured content
   * @param isSafe whether it joins the job; else it says why nothing was started
   */
  static byte[] repeated(Job job, Era client, boolean takesHandle, boolean isSafe) {
    if (isSafe && job.state() instanceof Job.State.Ended ended) {
      return result(ended, client);
    }
    var text = isSafe ? handleText(new Jobs.Begun(job, true)) : repeatedText(job);
    return takesHandle ? handle(job, text) : unchecked(job, text);
  }

  private static String repeatedText(Job job) {
    var status = statusText(job);
    return switch (job.state()) {
      case Job.State.Open _ ->
          "This call is already running as job "
              + job.id()
              + "; nothing was started. "
              + status
              + " Get the result with job_result {\"job_id\":\""
              + job.id()
              + "\"}. To run it a second time, wait for its end, or cancel it with job_cancel"
              + " first.";
      case Job.State.Ended _ ->
          "This call has already run as job "
              + job.id()
              + "; nothing was started. "
              + status
              + " To run it a second time, call again.";
    };
  }

  /** {@return what a model reads of a call that goes on as a job} */
  static String handleText(Jobs.Begun begun) {
    var job = begun.job();
    var open = (Job.State.Open) job.state();
    boolean isQueued = open.step() == Job.Step.QUEUED;
    boolean isForPerson = isForPerson(open);
    var text =
        new StringBuilder(
                isForPerson ? "Waiting for approval: " : isQueued ? "Queued: " : "Still running: ")
            .append(job.tool())
            .append(isQueued || isForPerson ? " has waited " : " has taken ")
            .append(seconds(open.elapsed()))
            .append(isForPerson ? " for a person to allow it," : "")
            .append(" and goes on in the background as job ")
            .append(job.id())
            .append(". This is not an error. Do not call ")
            .append(job.tool())
            .append(" again for this: it would run twice. ")
            .append(left(open))
            .append(' ')
            .append("Get the result with job_result {\"job_id\":\"")
            .append(job.id())
            .append("\"}: it waits up to ")
            .append(seconds(JobTools.LONGEST_WAIT))
            .append(" at a time and answers as soon as the job ends. ")
            .append("You may do other work first. Stop it with job_cancel. ");
    return begun.isKept()
        ? text.append("Kept until ").append(time(job.expires())).append('.').toString()
        : text.append("The job store is unreachable: the result is kept in memory only, and is ")
            .append("gone if Belay restarts.")
            .toString();
  }

  /** {@return what there is to say of a job that runs, or of how it ended, without its result} */
  static byte[] status(Job job) {
    return TextResult.of(statusText(job)).structured(fields(job).bytes()).json();
  }

  /** {@return the answer to a client that asks for the result of a job that has not ended} */
  static byte[] notYet(Job job) {
    var text =
        "There is no result yet. "
            + statusText(job)
            + " Wait for its end with job_status {\"job_id\":\""
            + job.id()
            + "\",\"wait_seconds\":"
            + JobTools.LONGEST_WAIT.toSeconds()
            + "}, which answers as soon as the job ends, then call job_result again.";
    return TextResult.of(text).structured(fields(job).bytes()).json();
  }

  /** {@return what there is to say of a job in one line} */
  static String statusText(Job job) {
    var name = "Job " + job.id() + " (" + job.tool() + ") ";
    return switch (job.state()) {
      case Job.State.Open open -> name + openText(open);
      case Job.State.Ended ended when ended.how() == Job.Ending.COMPLETED ->
          name
              + (isError(ended)
                  ? "has ended with an error of its tool after "
                  : "has completed after ")
              + seconds(ended.ran())
              + ". Get its result with job_result. Kept until "
              + time(job.expires())
              + ".";
      case Job.State.Ended ended -> name + "has ended: " + ended.text();
    };
  }

  /** {@return what there is to say of a job while the store cannot be asked for it} */
  static String unreachable(CallId id, Instant since) {
    return "Job "
        + id
        + ": the job store has not been reachable since "
        + time(since)
        + ". Whether the job runs, or how it has ended, cannot be told before it is. Ask again"
        + " later, and do not call the tool again for this.";
  }

  /** {@return the answer to a client that asks for a job while the store cannot be asked for it} */
  static byte[] unknown(CallId id, Instant since) {
    var fields =
        new JsonText()
            .text("job_id", id.toString())
            .text("status", "unknown")
            .text("message", unreachable(id, since))
            .seconds("poll_after_seconds", POLL);
    return TextResult.of(unreachable(id, since)).structured(fields.bytes()).json();
  }

  private static String openText(Job.State.Open open) {
    boolean isForPerson = isForPerson(open);
    boolean hasWaited = open.step() == Job.Step.QUEUED || isForPerson;
    var text =
        new StringBuilder(hasWaited ? "has waited for " : "has run for ")
            .append(seconds(open.elapsed()))
            .append('.');
    if (open.attempt() > 1) {
      text.append(" This is attempt ")
          .append(open.attempt())
          .append(": Belay was stopped while it ran before.");
    }
    if (open.waitsFor() != null) {
      text.append(" It waits: ")
          .append(isForPerson ? "a person must allow it first" : open.waitsFor())
          .append('.');
    }
    var word = open.word();
    if (word != null) {
      text.append(" Last word, ")
          .append(seconds(open.elapsed().minus(word.elapsed())))
          .append(" ago: ")
          .append(word(word))
          .append('.');
    }
    return text.append(' ').append(left(open)).toString();
  }

  /** {@return whether a person must allow its call before it runs (C40)} */
  static boolean isForPerson(Job.State.Open open) {
    return Approvals.GATE.equals(open.waitsFor());
  }

  private static String word(Heartbeat word) {
    var said = word.message() == null ? "" : '"' + word.message() + '"';
    var done = word.done();
    if (done == null) {
      return said;
    }
    var total = word.total();
    var far = number(done) + (total == null ? "" : " of " + number(total));
    return said.isEmpty() ? far : said + " (" + far + ")";
  }

  /** {@return how much longer a job may take, as a model reads it} */
  private static String left(Job.State.Open open) {
    var estimate = open.estimate();
    if (estimate == null) {
      return "How long it takes is not known yet.";
    }
    var most = estimate.most();
    var tail = most == null ? "" : "; 9 in 10 within " + seconds(most);
    var from =
        estimate.runs() == 0 ? "" : " (half of the last " + estimate.runs() + " runs" + tail + ")";
    return "About " + seconds(estimate.half()) + " left" + from + ".";
  }

  /** {@return when to ask again} */
  private static Duration poll(Estimator.@Nullable Estimate estimate) {
    if (estimate == null) {
      return POLL;
    }
    long seconds = estimate.half().toSeconds() / 10;
    return Duration.ofSeconds(Math.clamp(seconds, 1, 30));
  }

  private static String number(double value) {
    return BigDecimal.valueOf(value).stripTrailingZeros().toPlainString();
  }

  /**
   * {@return the tool's own result where it gave one, as a client of that era reads it; else a
   * result that says how the job ended (C9)}
   */
  public static byte[] result(Job.State.Ended ended, Era client) {
    var result = ended.result();
    return result == null ? failed(ended) : given(result, client);
  }

  private static byte[] failed(Job.State.Ended ended) {
    var outcome = new JsonText().text("outcome", word(ended.how())).text("detail", ended.detail());
    var meta = new JsonText().object("dev.belay/outcome", outcome);
    return TextResult.error(ended.text()).meta(meta.bytes()).json();
  }

  private static byte[] given(Payload result, Era client) {
    if (!result.dialect().equals(UpstreamCall.DIALECT)) {
      return result.bytes();
    }
    var fault = fault(result);
    if (fault != null) {
      return TextResult.error(fault.message() + " (error " + fault.code() + ")").json();
    }
    var response = Envelope.parseOwn(result.bytes());
    var given = response.result();
    if (given == null || given.isNull(response.bytes())) {
      return TextResult.error("The tool gave no result (null).").json();
    }
    if (isQuestion(response)) {
      return TextResult.error(
              "The tool asked its client for input, which the client of a job is not asked for.")
          .json();
    }
    // Only servers of the modern era say of what type a result is.
    boolean isModern = response.has(Member.RESULT_TYPE);
    var bytes = given.of(response.bytes());
    return switch (client) {
      case LEGACY ->
          isModern ? ResultToLegacy.result("tools/call", bytes, /* wrapped= */ false) : bytes;
      case MODERN -> isModern ? bytes : new ResultToModern(null).result("tools/call", bytes);
    };
  }

  /**
   * {@return whether the result of a completed job reports an error, also where a list has the job
   * without the result}
   */
  static boolean isError(Job.State.Ended ended) {
    var result = ended.result();
    return result != null
        && (ended.detail().equals(Job.State.Ended.ERROR)
            || (result.bytes().length > 0 && failure(result) != null));
  }

  private static boolean isQuestion(Envelope response) {
    return INPUT_REQUIRED.equals(response.text(Member.RESULT_TYPE));
  }

  /**
   * {@return the first text of an error that a result reports, up to 1,000 characters; null where
   * it reports none}
   */
  public static @Nullable String failure(Payload result) {
    boolean isOfServer = result.dialect().equals(UpstreamCall.DIALECT);
    var fault = isOfServer ? fault(result) : null;
    if (fault != null) {
      return cut(fault.message());
    }
    var given = JsonObject.of(given(result, Era.LEGACY));
    if (given == null || !given.isTrue("isError")) {
      return null;
    }
    var text = TextResult.first(given);
    return text == null ? "" : cut(text);
  }

  /** {@return the text as it is, or as much of it as clients show} */
  static String cut(String text) {
    if (text.codePointCount(0, text.length()) <= LONGEST_MESSAGE) {
      return text;
    }
    return text.substring(0, text.offsetByCodePoints(0, LONGEST_MESSAGE - 1)) + "…";
  }

  /** {@return the error that a job's server gave; null where it gave none} */
  static @Nullable Fault fault(Job.State.Ended ended) {
    var result = ended.result();
    return result == null || !result.dialect().equals(UpstreamCall.DIALECT) ? null : fault(result);
  }

  private static @Nullable Fault fault(Payload answer) {
    var response = Envelope.parseOwn(answer.bytes());
    return response.kind() == Kind.ERROR ? Fault.of(response) : null;
  }

  /** {@return a page of jobs, a line each} */
  static byte[] list(List<Job> jobs, boolean isAll) {
    var text = new StringBuilder();
    for (var job : jobs) {
      text.append(statusText(job)).append('\n');
    }
    if (jobs.isEmpty()) {
      text.append("There are no jobs.");
    } else if (!isAll) {
      text.append("Older jobs are not shown.");
    }
    var all = new JsonText().objects("jobs", jobs.stream().map(JobText::fields).toList());
    return TextResult.of(text.toString().strip()).structured(all.bytes()).json();
  }

  /** {@return the fields of a job, without its result} */
  public static JsonText fields(Job job) {
    var fields =
        new JsonText()
            .text("job_id", job.id().toString())
            .text("tool", job.tool())
            .text("server", job.server());
    switch (job.state()) {
      case Job.State.Open open -> {
        var word = open.word();
        var estimate = open.estimate();
        fields
            .text(
                "status",
                isForPerson(open) ? INPUT_REQUIRED : open.step().name().toLowerCase(Locale.ROOT))
            .seconds("elapsed_seconds", open.elapsed())
            .text("message", word == null ? null : word.message())
            .number("done", word == null ? null : word.done())
            .number("total", word == null ? null : word.total())
            .seconds("poll_after_seconds", poll(estimate));
        if (open.attempt() > 1) {
          fields.number("attempt", open.attempt());
        }
        if (estimate == null) {
          fields.raw("estimated_runtime_seconds", "null");
        } else {
          fields
              .seconds("estimated_runtime_seconds", open.elapsed().plus(estimate.half()))
              .seconds("estimated_remaining_seconds", estimate.half());
        }
      }
      case Job.State.Ended ended ->
          fields
              .text("status", word(ended.how()).replace(' ', '_'))
              .seconds("elapsed_seconds", ended.ran())
              .text("message", ended.text().isEmpty() ? null : ended.text())
              .text("ended", time(ended.at()));
    }
    return fields.text("expires", time(job.expires()));
  }

  private static String word(Job.Ending how) {
    return how.name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }

  private static String seconds(Duration time) {
    return time.toSeconds() + " s";
  }

  private static String time(Instant moment) {
    return moment.truncatedTo(ChronoUnit.SECONDS).toString();
  }

  /** {@return a result that says why there is none} */
  static byte[] error(@Nullable String why) {
    return TextResult.error(why == null ? "The job is not known." : why).json();
  }
}
