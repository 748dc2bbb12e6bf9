package dev.belay.gateway.upstream;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.belay.core.time.Time;
import dev.belay.gateway.translate.ClientCapabilities;
import dev.belay.gateway.translate.Fault;
import dev.belay.mcp.envelope.Bounds;
import dev.belay.mcp.envelope.Envelope;
import dev.belay.mcp.envelope.ErrorCode;
import dev.belay.mcp.envelope.JsonObject;
import dev.belay.mcp.envelope.Kind;
import dev.belay.mcp.envelope.MalformedEnvelope;
import dev.belay.mcp.envelope.Member;
import dev.belay.mcp.envelope.Messages;
import dev.belay.mcp.envelope.RawJson;
import dev.belay.mcp.envelope.RequestId;
import dev.belay.mcp.envelope.Splice;
import dev.belay.mcp.era.Era;
import dev.belay.mcp.era.ModernMeta;
import java.time.Duration;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The task that a server has made of a call: asked for until it has ended, so that its result is
 * the answer to the call (MCP 2025-11-25 §tasks, SEP-2663).
 *
 * <p>The call's own limits end a task that does not end by itself. An answer that fails or makes no
 * sense is asked for again, {@link #MOST_FAILURES} times in a row at most.
 *
 * <p>Longer than other files: it is one state machine, for both dialects of tasks, in which the
 * server, the client, a limit and the loss of the connection race for the end.
 *
 * <p>Concurrency: answers come by reader threads and timers; {@code lock} guards the state, and
 * nothing is sent or told under it.
 */
final class UpstreamTask {
  static final int MOST_FAILURES = 5;

  /** How many questions of one task may be open, and how many it may ask in all. */
  private static final int MOST_OPEN = 64;

  private static final int MOST_ASKED = 1_000;

  /** How {@code tasks/result} stands: not open, or open since before or after the task's end. */
  private enum Fetch {
    NONE,
    EARLY,
    AT_END
  }

  /** The time for an answer about the task. */
  private static final Duration ANSWER_LIMIT = Duration.ofSeconds(30);

  private static final Duration SECOND = Duration.ofSeconds(1);

  /** Belay's own {@code _meta}, with the extension. */
  private static final RawJson OWN_META =
      RawJson.of(
          "{"
              + ModernMeta.MEMBERS.replace(
                  "Capabilities\":{}",
                  "Capabilities\":{\"extensions\":{\"" + ClientCapabilities.TASKS + "\":{}}}")
              + "}");

  private final UpstreamCall call;
  private final UpstreamConnection link;
  private final CallListener listener;
  private final long token;
  private final String id;
  private final boolean isModern;

  /** The {@code _meta} of its requests to a modern server, as that of the call. */
  private final RawJson meta;

  private final AtomicBoolean isCancelled = new AtomicBoolean();
  private final CompletableFuture<TaskState.Status> ended = new CompletableFuture<>();
  private volatile boolean isOver;

  private final ReentrantLock lock = new ReentrantLock();

  @GuardedBy("lock") private TaskState last;

  /** How {@code tasks/result} stands, which a legacy server answers at the task's end. */
  @GuardedBy("lock") private Fetch fetch = Fetch.NONE;

  /** Whether the server answers {@code tasks/result} before the task's end with an error. */
  @GuardedBy("lock") private boolean isEarlyRefused;

  @GuardedBy("lock") private int failures;

  /** The keys of the questions that the client has been asked. */
  @GuardedBy("lock") private final Set<String> asked = new HashSet<>();

  /** Those of them that the server named last. */
  @GuardedBy("lock") private Set<String> named = Set.of();

  /**
   * Asks for nothing yet.
   *
   * @param created the answer to the call
   * @param token the id and progress token of the call's request
   * @param request the call's request
   */
  UpstreamTask(
      UpstreamCall call,
      UpstreamConnection link,
      CallListener listener,
      TaskState created,
      long token,
      byte[] request) {
    this.call = call;
    this.link = link;
    this.listener = listener;
    this.token = token;
    id = created.id();
    last = created;
    isModern = link.era() == Era.MODERN;
    meta = isModern ? meta(Envelope.parseOwn(request)) : OWN_META;
  }

  private static RawJson meta(Envelope request) {
    var sent = request.raw(Member.PARAMS_META);
    var meta = sent == null ? null : JsonObject.of(sent);
    return meta == null
        ? OWN_META
        : RawJson.of(meta.remove(Member.META_PROGRESS_TOKEN.key()).json());
  }

  /** {@return the id and progress token of the call's request} */
  long token() {
    return token;
  }

  /** {@return the server's name for it} */
  String id() {
    return id;
  }

  /** {@return the call that it was made of} */
  UpstreamCall call() {
    return call;
  }

  /** Begins to ask for it. */
  void begin(TaskState created) {
    if (created.message() != null) {
      tell(created);
    }
    askAfter(created.poll());
  }

  /** The call has ended: nothing is asked any more. */
  void close() {
    isOver = true;
  }

  /** Asks the server to end it, once. */
  void cancel() {
    if (isCancelled.compareAndSet(false, true)) {
      var _ =
          cancel(link, id)
              .thenAccept(answer -> {
                var state = answer.map(response -> TaskState.got(response, id)).orElse(null);
                if (state != null && state.status().isEnd()) {
                  ended.complete(state.status());
                }
              });
    }
  }

  /** Asks a server to end a task of a call that was stopped before its answer came. */
  static CompletableFuture<Optional<Envelope>> cancel(UpstreamConnection link, String id) {
    var params = JsonObject.empty().setText("taskId", id);
    if (link.era() == Era.MODERN) {
      params.set("_meta", OWN_META);
    }
    return OwnRequest.send(link, "tasks/cancel", params.json())
        .answerWithin(link.time(), ANSWER_LIMIT);
  }

  /**
   * Completes when the server answers {@link #cancel()} with a task that has ended; until then,
   * whether it has shows as for any call that is stopped.
   */
  CompletableFuture<TaskState.Status> ended() {
    return ended;
  }

  private JsonObject params() {
    var params = JsonObject.empty().setText("taskId", id);
    return isModern ? params.set("_meta", meta) : params;
  }

  private void askAfter(Duration pause) {
    if (!isOver) {
      var _ = time().after(pause, this::ask);
    }
  }

  private void ask() {
    if (!isOver) {
      var get = OwnRequest.send(link, "tasks/get", params().json());
      var _ = get.answerWithin(time(), ANSWER_LIMIT).thenAccept(answer -> got(get, answer));
    }
  }

  private void got(OwnRequest get, Optional<Envelope> answer) {
    if (isOver) {
      return;
    }
    var response = answer.orElse(null);
    if (response == null) {
      again(get.lossText());
    } else if (response.kind() == Kind.ERROR) {
      var fault = Fault.of(response);
      boolean isUnknown =
          fault.code() == ErrorCode.INVALID_PARAMS.code()
              || fault.code() == ErrorCode.METHOD_NOT_FOUND.code();
      if (isUnknown) {
        fail("The server no longer knows the task that it made of this call", fault.message());
      } else {
        again(fault.message());
      }
    } else {
      var state = TaskState.got(response, id);
      if (state == null) {
        again("its answer to tasks/get describes no task");
      } else {
        got(state);
      }
    }
  }

  private void got(TaskState state) {
    boolean isNews;
    lock.lock();
    try {
      if (!state.status().isEnd()) {
        // After its end the result is still to be had, and attempts at that count on.
        failures = 0;
      }
      isNews = state.differs(last);
      last = state;
    } finally {
      lock.unlock();
    }
    if (isNews) {
      tell(state);
    }
    switch (state.status()) {
      case WORKING, INPUT_REQUIRED -> {
        asks(state);
        askAfter(state.poll());
      }
      case COMPLETED, FAILED -> ended(state);
      case CANCELLED ->
          fail("The server cancelled the task that it made of this call", message(state));
    }
  }

  private static String message(TaskState state) {
    return state.message() == null ? "" : state.message();
  }

  /** What is new of it is progress of the call. */
  private void tell(TaskState state) {
    var params = JsonObject.empty().set("progressToken", RequestId.of(token).json());
    if (state.message() != null) {
      params.setText("message", state.message());
    }
    listener.progressed(
        Envelope.parseOwn(Messages.notification("notifications/progress", params.json())));
  }

  /** A legacy server asks on the way of {@code tasks/result}, a modern one in its answer. */
  private void asks(TaskState state) {
    boolean isAsking = state.status() == TaskState.Status.INPUT_REQUIRED;
    if (!isModern) {
      if (isAsking) {
        fetch(Fetch.EARLY);
      }
      return;
    }
    var requests = isAsking ? state.fields().object("inputRequests") : null;
    var keys = requests == null ? Set.<String>of() : requests.names();
    if (keys.size() > MOST_OPEN || keys.stream().anyMatch(key -> !TaskState.isUsable(key))) {
      fail(
          "The server asks more than " + MOST_OPEN + " questions at once, or one without a key",
          "");
      return;
    }
    var fresh = JsonObject.empty();
    var gone = new HashSet<String>();
    boolean isTooMuch;
    lock.lock();
    try {
      named.stream().filter(key -> !keys.contains(key)).forEach(gone::add);
      named = keys;
      for (var key : keys) {
        var request = requests == null ? null : requests.raw(key);
        if (request != null && asked.add(key)) {
          fresh.set(key, request);
        }
      }
      isTooMuch = asked.size() > MOST_ASKED;
    } finally {
      lock.unlock();
    }
    if (!gone.isEmpty()) {
      listener.withdrawsInTask(gone);
    }
    if (isTooMuch) {
      fail("The server has asked " + MOST_ASKED + " questions in this task, and asks more", "");
    } else if (!fresh.isEmpty()) {
      var questions = JsonObject.empty().set("inputRequests", fresh.json()).json();
      listener.asksInTask(questions, new Answers());
    }
  }

  private final class Answers implements TaskAnswers {
    @Override
    public void bring(Map<String, RawJson> answers) {
      if (isOver) {
        return;
      }
      var responses = JsonObject.empty();
      answers.forEach(responses::set);
      var params = params().set("inputResponses", responses.json());
      var update = OwnRequest.send(link, "tasks/update", params.json());
      var _ =
          update.answerWithin(time(), ANSWER_LIMIT).thenAccept(answer -> updated(update, answer));
    }

    private void updated(OwnRequest update, Optional<Envelope> answer) {
      var response = answer.orElse(null);
      var text = "The server did not take the answers to its questions";
      if (hasEnded()) {
        // The answers came too late, and its result counts.
        return;
      }
      if (response == null) {
        UpstreamTask.this.fail(text, update.lossText());
      } else if (response.kind() == Kind.ERROR) {
        UpstreamTask.this.fail(text, Fault.of(response).message());
      }
    }

    @Override
    public void fail(String why) {
      UpstreamTask.this.fail(why, "");
    }
  }

  private void ended(TaskState state) {
    if (!isModern) {
      fetch(Fetch.AT_END);
      return;
    }
    var result = state.fields().object("result");
    var error = state.fields().object("error");
    var own = RequestId.of(token);
    if (state.status() == TaskState.Status.COMPLETED && result != null) {
      if (!result.has(Member.RESULT_TYPE.key())) {
        result.setText(Member.RESULT_TYPE.key(), "complete");
      }
      answer(Messages.response(own, result.json()));
    } else if (state.status() == TaskState.Status.FAILED && error != null) {
      answer(error(own, error));
    } else {
      fail("The task that the server made of this call has ended without a result", message(state));
    }
  }

  private static byte[] error(RequestId id, JsonObject error) {
    return JsonObject.empty()
        .setText("jsonrpc", "2.0")
        .set("id", id.json())
        .set("error", error.json())
        .json();
  }

  private void answer(byte[] message) {
    try {
      var answer = Envelope.parse(message, Bounds.DEFAULT);
      if (TaskState.isTask(answer, /* isAsked= */ false)) {
        fail("The task that the server made of this call has a task for its result", "");
      } else {
        call.finish(answer);
      }
    } catch (MalformedEnvelope e) {
      fail("The result of the task is no answer", String.valueOf(e.getMessage()));
    }
  }

  private void fetch(Fetch how) {
    lock.lock();
    try {
      if (fetch != Fetch.NONE || (how == Fetch.EARLY && isEarlyRefused)) {
        return;
      }
      fetch = how;
    } finally {
      lock.unlock();
    }
    call.again(own -> Messages.request(own, "tasks/result", params().json()));
  }

  /** A legacy server has answered {@code tasks/result}. */
  void fetched(Envelope response) {
    TaskState state;
    boolean isRefused;
    lock.lock();
    try {
      state = last;
      isRefused = response.kind() == Kind.ERROR && fetch == Fetch.EARLY;
      isEarlyRefused |= isRefused;
      fetch = Fetch.NONE;
    } finally {
      lock.unlock();
    }
    if (isRefused) {
      // The task goes on and is asked for, or its end has been seen meanwhile.
      if (state.status().isEnd()) {
        fetch(Fetch.AT_END);
      }
    } else if (response.kind() == Kind.ERROR) {
      call.finish(explained(response, state));
    } else if (TaskState.isTask(response, /* isAsked= */ true)) {
      fail("The server answered tasks/result with a task", "");
    } else {
      call.finish(withoutTask(response));
    }
  }

  /** The name of the task means nothing to the client. */
  private static Envelope withoutTask(Envelope response) {
    return response.has(Member.RESULT_META_RELATED_TASK)
        ? Envelope.parseOwn(Splice.of(response).remove(Member.RESULT_META_RELATED_TASK).bytes())
        : response;
  }

  /** Some servers keep no result of a failed task, and say what failed in its status alone. */
  private static Envelope explained(Envelope error, TaskState state) {
    var fault = Fault.of(error);
    var message = message(state);
    boolean isSaid = message.isEmpty() || fault.message().contains(message);
    var data = fault.data();
    return isSaid || state.status() != TaskState.Status.FAILED
        ? error
        : Envelope.parseOwn(
            Messages.error(
                error.id(),
                fault.code(),
                message + " (" + fault.message() + ")",
                data == null ? null : data.bytes()));
  }

  /** {@return whether the call goes on though a request of it was lost: its link is there still} */
  boolean survives(Loss loss) {
    if (link.isLost()) {
      return false;
    }
    boolean isUnasked;
    lock.lock();
    try {
      // An early one that is lost after the end was seen is needed, too.
      isUnasked = fetch == Fetch.AT_END || (fetch == Fetch.EARLY && last.status().isEnd());
      fetch = Fetch.NONE;
    } finally {
      lock.unlock();
    }
    if (isUnasked) {
      again(loss.text());
    }
    return true;
  }

  private void again(String why) {
    int count;
    TaskState state;
    lock.lock();
    try {
      count = ++failures;
      state = last;
    } finally {
      lock.unlock();
    }
    if (count >= MOST_FAILURES || link.isLost()) {
      fail(
          "The server could not be asked for the task that it made of this call, "
              + count
              + " times in a row",
          why);
    } else {
      var pause = SECOND.multipliedBy(1L << (count - 1));
      askAfter(pause.compareTo(state.poll()) > 0 ? pause : state.poll());
    }
  }

  private boolean hasEnded() {
    lock.lock();
    try {
      return last.status().isEnd();
    } finally {
      lock.unlock();
    }
  }

  private void fail(String what, String why) {
    if (!isOver && !hasEnded()) {
      cancel();
    }
    call.fail(why.isEmpty() ? what + "." : what + ": " + why);
  }

  private Time time() {
    return link.time();
  }
}
