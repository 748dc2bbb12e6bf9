package dev.belay.gateway.job;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.belay.core.call.CallId;
import dev.belay.core.job.Job;
import dev.belay.gateway.job.TaskText.Task;
import dev.belay.gateway.translate.InvalidParams;
import dev.belay.gateway.translate.SubscriptionFilter;
import dev.belay.gateway.translate.SubscriptionTranslation;
import dev.belay.mcp.envelope.Envelope;
import dev.belay.mcp.envelope.JsonArray;
import dev.belay.mcp.envelope.JsonObject;
import dev.belay.mcp.envelope.JsonString;
import dev.belay.mcp.envelope.Kind;
import dev.belay.mcp.envelope.Member;
import dev.belay.mcp.envelope.Messages;
import dev.belay.mcp.envelope.RequestId;
import dev.belay.mcp.envelope.SharedResult;
import dev.belay.mcp.era.Era;
import dev.belay.mcp.session.ForwardingReply;
import dev.belay.mcp.session.ReplyTo;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A modern client's subscription to tasks that are jobs, and the way back of the servers' part of
 * it: one acknowledgement, one stream, one end (MCP 2026-07-28 §subscriptions, SEP-2663).
 *
 * <p>Concurrency: {@code lock} keeps the acknowledgement first and the result last; a {@link
 * ReplyTo} does not block.
 */
final class TaskListening implements ForwardingReply {
  private final TaskNews news;
  private final Envelope request;
  private final ReplyTo reply;
  private final SubscriptionFilter rest;
  private final Map<CallId, Heard> tasks = new LinkedHashMap<>();
  private final Runnable onEnd;
  private final ReentrantLock lock = new ReentrantLock();

  @GuardedBy("lock") private boolean isAcknowledged;

  @GuardedBy("lock") private boolean isOver;

  /** The tasks that have not ended. */
  @GuardedBy("lock") private int open;

  /** Whether nothing more comes of the servers. */
  @GuardedBy("lock") private boolean isAlone;

  private TaskListening(
      TaskNews news, Envelope request, ReplyTo reply, SubscriptionFilter rest, Runnable onEnd) {
    this.news = news;
    this.request = request;
    this.reply = reply;
    this.rest = rest;
    this.onEnd = onEnd;
  }

  /**
   * {@return the subscription that a request asks for; null where it names no open task of its
   * client's, and is the servers' alone}
   *
   * @param onEnd runs once it is over
   */
  static @Nullable TaskListening of(
      TaskNews news, String principal, Envelope request, ReplyTo reply, Runnable onEnd) {
    SubscriptionFilter wanted;
    try {
      wanted = SubscriptionFilter.of(request);
    } catch (InvalidParams _) {
      // The servers say what is wrong with it.
      return null;
    }
    var others = new LinkedHashSet<String>();
    var own = new LinkedHashMap<CallId, Supplier<Job>>();
    for (var task : wanted.taskIds()) {
      var id = CallId.parse(task).orElse(null);
      if (id == null) {
        others.add(task);
        continue;
      }
      // Held from here on: it may end before the servers acknowledge their part.
      var now = news.find(principal, id);
      if (now != null) {
        own.put(id, now);
      }
    }
    if (own.isEmpty() || !news.mayListen()) {
      return null;
    }
    var rest =
        new SubscriptionFilter(
            wanted.tools(), wanted.prompts(), wanted.resources(), wanted.uris(), others);
    var listening = new TaskListening(news, request, reply, rest, onEnd);
    own.forEach((id, now) -> listening.tasks.put(id, listening.new Heard(now)));
    news.begins(listening);
    return listening;
  }

  @Override
  public ReplyTo reply() {
    return reply;
  }

  RequestId id() {
    return request.requireId();
  }

  /** {@return what servers are asked for; null for nothing} */
  @Nullable Envelope rest() {
    if (rest.isEmpty()) {
      return null;
    }
    var params =
        Objects.requireNonNull(JsonObject.of(Objects.requireNonNull(request.raw(Member.PARAMS))));
    var filter = Objects.requireNonNull(JsonObject.of(rest.listenParams()));
    params.set("notifications", Objects.requireNonNull(filter.raw("notifications")));
    return request.withParams(params.json());
  }

  /** Begins without servers: they are asked for nothing, or know no subscriptions. */
  void begin() {
    acknowledge(SubscriptionFilter.NONE.acknowledgement(id()), /* alone= */ true);
  }

  /** Adds the tasks to what is acknowledged, and has them heard of from then on. */
  private void acknowledge(byte[] acknowledgement, boolean alone) {
    lock.lock();
    try {
      isAlone |= alone;
      if (isAcknowledged || isOver) {
        return;
      }
      isAcknowledged = true;
      open = tasks.size();
      if (!reply.tell(withTasks(acknowledgement))) {
        open = 0;
      }
    } finally {
      lock.unlock();
    }
    tasks.forEach((id, reader) -> {
      if (!news.watch(id, reader.taken(), reader, /* isToldNow= */ true)) {
        ended();
      }
    });
  }

  private byte[] withTasks(byte[] acknowledgement) {
    var message = Envelope.parseOwn(acknowledgement);
    var params =
        Objects.requireNonNull(JsonObject.of(Objects.requireNonNull(message.raw(Member.PARAMS))));
    var filter = params.open("notifications");
    var theirs = filter.raw("taskIds");
    var ids = new LinkedHashSet<byte[]>();
    if (theirs != null) {
      ids.addAll(Objects.requireNonNullElse(JsonArray.items(theirs), List.of()));
    }
    tasks.keySet().forEach(id -> ids.add(JsonString.encode(id.toString())));
    filter.set("taskIds", JsonArray.of(List.copyOf(ids)));
    return message.withParams(params.json()).bytes();
  }

  @Override
  public boolean tell(byte[] message) {
    boolean isFirst =
        Envelope.parseOwn(message).method().equals("notifications/subscriptions/acknowledged");
    if (isFirst) {
      acknowledge(message, /* alone= */ false);
    }
    return isFirst || told(message);
  }

  private boolean told(byte[] message) {
    lock.lock();
    try {
      return isOver || reply.tell(message);
    } finally {
      lock.unlock();
    }
  }

  /** The end of the servers' part, which is that of the whole; an error is none of the tasks'. */
  @Override
  public void send(byte[] response) {
    if (Envelope.parseOwn(response).kind() == Kind.ERROR) {
      begin();
      ended(0);
    } else if (end()) {
      reply.send(response);
    }
  }

  @Override
  public void send(RequestId id, SharedResult result) {
    send(result.answer(id));
  }

  @Override
  public void nothing() {
    if (end()) {
      reply.nothing();
    }
  }

  private void ended() {
    ended(1);
  }

  private void ended(int count) {
    boolean isLast;
    lock.lock();
    try {
      open -= count;
      isLast = isAlone && open <= 0;
    } finally {
      lock.unlock();
    }
    if (isLast) {
      finish();
    }
  }

  /** Ends it from this side, with its result. */
  void finish() {
    if (end()) {
      reply.send(Messages.response(id(), SubscriptionTranslation.end(id(), null)));
    }
  }

  private boolean end() {
    lock.lock();
    try {
      if (isOver) {
        return false;
      }
      isOver = true;
    } finally {
      lock.unlock();
    }
    tasks.forEach(news::forget);
    news.ended(this);
    onEnd.run();
    return true;
  }

  private final class Heard implements TaskNews.Reader {
    private @Nullable Supplier<Job> now;

    Heard(Supplier<Job> now) {
      this.now = now;
    }

    /** Gives the state away, once, so that a task is not kept until the subscription ends. */
    Supplier<Job> taken() {
      var given = Objects.requireNonNull(now);
      now = null;
      return given;
    }

    @Override
    public void hear(Task task) {
      var message = Messages.notification("notifications/tasks", TaskText.task(task, Era.MODERN));
      boolean told = told(SubscriptionTranslation.tagged(Envelope.parseOwn(message), id()));
      if (!told) {
        // It does not read: it loses this rather than filling memory.
        finish();
      } else if (task.job().hasEnded()) {
        ended();
      }
    }
  }
}
