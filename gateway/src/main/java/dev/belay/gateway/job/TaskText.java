package dev.belay.gateway.job;

import dev.belay.core.call.CallId;
import dev.belay.core.job.Job;
import dev.belay.core.job.JobStore;
import dev.belay.core.job.Jobs;
import dev.belay.gateway.translate.ClientCapabilities;
import dev.belay.gateway.translate.ErrorReply;
import dev.belay.gateway.translate.Fault;
import dev.belay.gateway.translate.ForeignError;
import dev.belay.gateway.translate.ServerQuestion;
import dev.belay.mcp.envelope.Envelope;
import dev.belay.mcp.envelope.JsonObject;
import dev.belay.mcp.envelope.JsonText;
import dev.belay.mcp.envelope.Member;
import dev.belay.mcp.envelope.Messages;
import dev.belay.mcp.envelope.RawJson;
import dev.belay.mcp.envelope.RequestId;
import dev.belay.mcp.envelope.TextResult;
import dev.belay.mcp.era.Era;
import dev.belay.mcp.era.Revision;
import dev.belay.mcp.input.PendingInput;
import dev.belay.mcp.server.RequestFailed;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Jobs as MCP tasks: those of the legacy era (MCP 2025-11-25 §tasks), and those of the modern
 * extension (SEP-2663), whose fields and states differ.
 */
final class TaskText {
  /** What the legacy era has for a model that goes on while its host polls. */
  private static final String IMMEDIATE = "io.modelcontextprotocol/model-immediate-response";

  /** Legacy clients keep to the interval that they were told first. */
  private static final Duration LEGACY_POLL = Duration.ofSeconds(2);

  private static final Duration SHORTEST_POLL = Duration.ofSeconds(1);
  private static final Duration LONGEST_POLL = Duration.ofSeconds(30);

  /**
   * A job as a task at one moment.
   *
   * @param asked the open questions to its client, by their keys
   */
  record Task(Job job, Map<String, PendingInput.Question> asked) {
    /** {@return a task that asks nothing} */
    static Task of(Job job) {
      return new Task(job, Map.of());
    }

    static Task of(Job job, JobHandoff handoff) {
      var input = job.hasEnded() ? null : handoff.input(job.id());
      return input == null ? of(job) : new Task(job, input.questions());
    }

    Status status(Era era) {
      return switch (job.state()) {
        case Job.State.Open open ->
            asked.isEmpty() && !JobText.isForPerson(open) ? Status.WORKING : Status.INPUT_REQUIRED;
        case Job.State.Ended ended -> TaskText.status(ended, era);
      };
    }
  }

  /** The states of a task on the wire. */
  enum Status {
    WORKING,
    INPUT_REQUIRED,
    COMPLETED,
    FAILED,
    CANCELLED;

    private String wire() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  private TaskText() {}

  /** {@return the result of a call that goes on as a task, which begins at work in each era} */
  static byte[] created(Jobs.Begun begun, Era era) {
    var job = begun.job();
    return switch (era) {
      case MODERN ->
          fields(new JsonText().text("resultType", "task"), job, Status.WORKING, era).bytes();
      case LEGACY ->
          new JsonText()
              .object("task", fields(new JsonText(), job, Status.WORKING, era))
              .object("_meta", new JsonText().text(IMMEDIATE, JobText.handleText(begun)))
              .bytes();
    };
  }

  /** {@return the task as it is now; in the modern era with its questions, or its end} */
  static byte[] task(Task task, Era era) {
    var fields = fields(new JsonText(), task, era).bytes();
    return switch (era) {
      case LEGACY -> fields;
      case MODERN ->
          task.job().state() instanceof Job.State.Ended ended
              ? withEnd(fields, ended)
              : withQuestions(fields, task);
    };
  }

  /** A task that waits for another than its client has no question, and says so. */
  private static byte[] withQuestions(byte[] fields, Task task) {
    if (task.status(Era.MODERN) != Status.INPUT_REQUIRED) {
      return fields;
    }
    var object = Objects.requireNonNull(JsonObject.of(fields));
    var requests = object.open("inputRequests");
    task.asked()
        .forEach((key, one) ->
            requests.set(key, ServerQuestion.of(key, one.method(), one.params()).embedded()));
    return object.json();
  }

  /** {@return the request that asks a legacy client a question of its task} */
  static byte[] question(RequestId id, CallId task, PendingInput.Question question) {
    var given = question.params();
    var params = given == null ? null : JsonObject.of(given);
    var known = params == null ? null : params.text("elicitationId");
    var page = known == null ? UUID.randomUUID().toString() : known;
    var asked =
        ServerQuestion.of("", question.method(), given).legacyParams(Revision.LATEST_LEGACY, page);
    return Messages.request(id, question.method(), related(task, asked));
  }

  /** {@return a notification of a legacy client's task, said to be about it} */
  static Envelope related(CallId task, Envelope notification) {
    return notification.withParams(related(task, notification.raw(Member.PARAMS)));
  }

  private static byte[] related(CallId task, byte @Nullable [] params) {
    var object = params == null ? null : JsonObject.of(params);
    var whole = object == null ? JsonObject.empty() : object;
    var named = new JsonText().text("taskId", task.toString()).bytes();
    whole.open("_meta").set(Member.META_RELATED_TASK.key(), named);
    return whole.json();
  }

  /**
   * {@return what is known of a task while the job store cannot be asked: no more than its id}
   *
   * @param since when that began
   */
  static byte[] unreachable(CallId id, Instant since, Era era) {
    var task =
        new JsonText()
            .text("taskId", id.toString())
            .text("status", Status.WORKING.wire())
            .text("statusMessage", JobText.unreachable(id, since))
            .text("createdAt", time(since))
            .text("lastUpdatedAt", time(since));
    return switch (era) {
      case LEGACY -> task.raw("ttl", "null").number("pollInterval", LEGACY_POLL.toMillis()).bytes();
      case MODERN ->
          task.raw("ttlMs", "null").number("pollIntervalMs", LONGEST_POLL.toMillis()).bytes();
    };
  }

  private static byte[] withEnd(byte[] task, Job.State.Ended ended) {
    var object = Objects.requireNonNull(JsonObject.of(task));
    switch (status(ended, Era.MODERN)) {
      case COMPLETED -> object.set("result", complete(JobText.result(ended, Era.MODERN)));
      case FAILED -> object.set("error", error(Objects.requireNonNull(JobText.fault(ended))));
      case WORKING, INPUT_REQUIRED, CANCELLED -> {}
    }
    return object.json();
  }

  private static byte[] complete(byte[] result) {
    var object = JsonObject.of(result);
    return object == null || object.has(Member.RESULT_TYPE.key())
        ? result
        : object.setText(Member.RESULT_TYPE.key(), "complete").json();
  }

  /** {@return an error as the answer to a call has it} */
  private static byte[] error(Fault said) {
    // A client without capabilities is asked nothing.
    var fault =
        ForeignError.toModern(said, "tools/call", ClientCapabilities.NONE)
                instanceof ErrorReply.Failed(Fault told)
            ? told
            : said;
    var error = JsonObject.empty();
    error.set("code", RawJson.of(Integer.toString(fault.code())));
    error.setText("message", fault.message());
    if (fault.data() != null) {
      error.set("data", fault.data());
    }
    return error.json();
  }

  /** {@return a legacy task that has just been cancelled, also where its end is not kept yet} */
  static byte[] cancelled(Job job) {
    return fields(new JsonText(), job, Status.CANCELLED, Era.LEGACY).bytes();
  }

  /**
   * {@return the result of a legacy task: what its call would have been answered with}
   *
   * @throws RequestFailed where that is an error
   */
  static byte[] result(Job job, Job.State.Ended ended) throws RequestFailed {
    var fault = JobText.fault(ended);
    if (fault == null) {
      return related(job.id(), JobText.result(ended, Era.LEGACY));
    }
    return switch (ForeignError.toLegacy(fault, "tools/call", ClientCapabilities.NONE)) {
      case ErrorReply.Failed(Fault told) -> {
        var data = told.data();
        throw new RequestFailed(told.code(), told.message(), data == null ? null : data.bytes());
      }
      case ErrorReply.ToolFailed(String text) -> related(job.id(), TextResult.error(text).json());
      case ErrorReply.Asked _ -> throw new IllegalStateException("no legacy client is asked so");
    };
  }

  /** {@return a page of legacy tasks} */
  static byte[] page(JobStore.Page page, Function<Job, Task> tasks) {
    var all =
        page.jobs().stream()
            .map(job -> fields(new JsonText(), tasks.apply(job), Era.LEGACY))
            .toList();
    var listed = new JsonText().objects("tasks", all);
    return page.next() == 0
        ? listed.bytes()
        : listed.text("nextCursor", Long.toString(page.next())).bytes();
  }

  private static JsonText fields(JsonText into, Task task, Era era) {
    return fields(into, task.job(), task.status(era), era);
  }

  private static JsonText fields(JsonText into, Job job, Status status, Era era) {
    into.text("taskId", job.id().toString()).text("status", status.wire());
    var message = message(job);
    if (!message.isEmpty()) {
      into.text("statusMessage", message);
    }
    into.text("createdAt", time(job.began())).text("lastUpdatedAt", time(updated(job)));
    long ttl = Duration.between(job.began(), job.expires()).toMillis();
    return switch (era) {
      case LEGACY -> into.number("ttl", ttl).number("pollInterval", LEGACY_POLL.toMillis());
      case MODERN -> into.number("ttlMs", ttl).number("pollIntervalMs", poll(job).toMillis());
    };
  }

  /** What has run for long goes on for long: a tenth of that is soon enough to ask again. */
  private static Duration poll(Job job) {
    if (!(job.state() instanceof Job.State.Open open)) {
      return SHORTEST_POLL;
    }
    var tenth = open.elapsed().dividedBy(10).truncatedTo(ChronoUnit.MILLIS);
    if (tenth.compareTo(SHORTEST_POLL) < 0) {
      return SHORTEST_POLL;
    }
    return tenth.compareTo(LONGEST_POLL) > 0 ? LONGEST_POLL : tenth;
  }

  /**
   * The modern era tells what a tool says of its failure apart from what the protocol does; the
   * legacy one has failed for both.
   */
  private static Status status(Job.State.Ended ended, Era era) {
    return switch (ended.how()) {
      case CANCELLED -> Status.CANCELLED;
      case FAILED, TIMED_OUT, REFUSED, LOST ->
          switch (era) {
            case LEGACY -> Status.FAILED;
            case MODERN -> Status.COMPLETED;
          };
      case COMPLETED -> {
        boolean isFailed =
            switch (era) {
              case LEGACY -> JobText.isError(ended);
              case MODERN -> JobText.fault(ended) != null;
            };
        yield isFailed ? Status.FAILED : Status.COMPLETED;
      }
    };
  }

  private static String message(Job job) {
    return switch (job.state()) {
      case Job.State.Open _ -> JobText.cut(JobText.statusText(job));
      case Job.State.Ended ended -> JobText.cut(why(ended));
    };
  }

  /** {@return why it failed: the first text of its result, which some clients never ask for} */
  private static String why(Job.State.Ended ended) {
    var result = ended.result();
    if (result == null || !ended.text().isEmpty()) {
      return ended.text();
    }
    var text = result.bytes().length == 0 ? null : JobText.failure(result);
    return text == null ? "" : text;
  }

  private static Instant updated(Job job) {
    return switch (job.state()) {
      case Job.State.Ended ended -> ended.at();
      case Job.State.Open open -> {
        var word = open.word();
        yield word == null ? job.began() : job.began().plus(word.elapsed());
      }
    };
  }

  private static String time(Instant moment) {
    return moment.truncatedTo(ChronoUnit.MILLIS).toString();
  }
}
