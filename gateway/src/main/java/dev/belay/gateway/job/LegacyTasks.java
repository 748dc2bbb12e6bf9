package dev.belay.gateway.job;

import dev.belay.core.call.CallId;
import dev.belay.core.call.Heartbeat;
import dev.belay.core.job.Job;
import dev.belay.core.time.Time;
import dev.belay.gateway.job.TaskText.Task;
import dev.belay.gateway.translate.ClientCapabilities;
import dev.belay.gateway.upstream.CancelParams;
import dev.belay.mcp.envelope.Envelope;
import dev.belay.mcp.envelope.JsonObject;
import dev.belay.mcp.envelope.Member;
import dev.belay.mcp.envelope.Messages;
import dev.belay.mcp.envelope.RequestId;
import dev.belay.mcp.era.Era;
import dev.belay.mcp.input.PendingInput;
import dev.belay.mcp.progress.ClientProgress;
import dev.belay.mcp.progress.KeepAlive;
import dev.belay.mcp.session.ClientLink;
import dev.belay.mcp.session.ForwardingReply;
import dev.belay.mcp.session.ReplyTo;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * What one legacy client hears of tasks, and is asked about them: of those that it has made their
 * states and their progress, and of those for whose ends it waits what they ask (MCP 2025-11-25
 * §tasks).
 *
 * <p>Safe for use by many threads.
 */
final class LegacyTasks {
  private final TaskNews news;
  private final JobHandoff handoff;
  private final Time time;
  private final ClientLink link;
  private final AtomicLong ids = new AtomicLong();
  private final Map<RequestId, Asked> asked = new ConcurrentHashMap<>();
  private final Set<Heard> heard = ConcurrentHashMap.newKeySet();
  private volatile ClientCapabilities capabilities = ClientCapabilities.NONE;
  private volatile boolean left;

  /** A question that the client has not answered yet. */
  private record Asked(CallId task, String key) {}

  LegacyTasks(TaskNews news, JobHandoff handoff, Time time, ClientLink link) {
    this.news = news;
    this.handoff = handoff;
    this.time = time;
    this.link = link;
  }

  /** The client opens its session, and says what it can be asked. */
  void opened(Envelope initialize) {
    var params = initialize.raw(Member.PARAMS);
    var object = params == null ? null : JsonObject.of(params);
    var declared = object == null ? null : object.object("capabilities");
    capabilities =
        declared == null ? ClientCapabilities.NONE : ClientCapabilities.of(declared.json());
  }

  /** {@return the way back of a call that asks for a task: of one that is made, it hears then} */
  ReplyTo made(Envelope call, ReplyTo reply) {
    return new Made(this, call, reply);
  }

  private record Made(LegacyTasks of, Envelope call, ReplyTo reply) implements ForwardingReply {
    @Override
    public void send(byte[] response) {
      reply.send(response);
      var named = Envelope.parseOwn(response).text(Member.TASK_ID);
      if (named != null) {
        CallId.parse(named).ifPresent(id -> of.hear(Heard.made(of, id, call)));
      }
    }
  }

  /** {@return the way back of a {@code tasks/result}, on which its client is asked meanwhile} */
  ReplyTo awaited(CallId task, ReplyTo reply) {
    return new Awaited(this, new Heard(this, task, reply::tell, null, true), reply).begun();
  }

  private record Awaited(LegacyTasks of, Heard heard, ReplyTo reply) implements ForwardingReply {
    Awaited begun() {
      of.hear(heard);
      return this;
    }

    @Override
    public void send(byte[] response) {
      of.forget(heard);
      reply.send(response);
    }

    @Override
    public void nothing() {
      of.forget(heard);
      reply.nothing();
    }
  }

  private void hear(Heard one) {
    heard.add(one);
    var now = news.find(link.principal(), one.id);
    // Races with close, which may have read what is heard just before.
    if (now == null || !news.watch(one.id, now, one, /* isToldNow= */ false) || left) {
      forget(one);
    }
  }

  private void forget(Heard one) {
    heard.remove(one);
    news.forget(one.id, one);
    one.close();
  }

  /** The client has answered: false where that is no answer to a question of a task. */
  boolean answered(Envelope response) {
    var id = response.id();
    var question = id == null ? null : asked.remove(id);
    if (question == null) {
      return false;
    }
    var input = handoff.input(question.task);
    var result = response.raw(Member.RESULT);
    if (input != null && result != null) {
      input.answer(key -> key.equals(question.key) ? result : null);
    } else if (input != null) {
      var why = response.text(Member.ERROR_MESSAGE);
      input.refuse(question.key, "The client answered with an error: " + why);
    }
    return true;
  }

  /** The client has left. */
  void close() {
    left = true;
    heard.forEach(this::forget);
    asked.clear();
  }

  /** One task of which the client hears. */
  private static final class Heard implements TaskNews.Reader {
    private final LegacyTasks of;
    private final CallId id;
    private final Predicate<byte[]> way;
    private final @Nullable ClientProgress progress;
    private final boolean isFirst;
    private final Map<String, RequestId> open = new ConcurrentHashMap<>();
    private volatile @Nullable Heartbeat word;
    private volatile boolean isClosed;

    Heard(
        LegacyTasks of,
        CallId id,
        Predicate<byte[]> way,
        @Nullable ClientProgress progress,
        boolean isFirst) {
      this.of = of;
      this.id = id;
      this.way = way;
      this.progress = progress;
      this.isFirst = isFirst;
    }

    /** A task that the client has made, which hears of it whenever it is another. */
    static Heard made(LegacyTasks of, CallId id, Envelope call) {
      var token = call.id(Member.META_PROGRESS_TOKEN);
      var progress =
          token == null
              ? null
              : new ClientProgress(token, (_, told) -> of.tellOf(id, told), of.time, KeepAlive.OFF);
      return new Heard(of, id, of.link::tell, progress, /* isFirst= */ false);
    }

    @Override
    public void hear(Task task) {
      if (isFirst) {
        return;
      }
      var far = progress;
      if (far != null && task.job().state() instanceof Job.State.Open open) {
        var said = open.word();
        if (said != null && !said.equals(word)) {
          word = said;
          far.tell(said.done(), said.total(), said.message());
        }
      }
      var news =
          Messages.notification("notifications/tasks/status", TaskText.task(task, Era.LEGACY));
      var _ = way.test(news);
      if (task.job().hasEnded()) {
        of.heard.remove(this);
        close();
      }
    }

    @Override
    public boolean isFirst() {
      return isFirst;
    }

    @Override
    public boolean asks(String key, PendingInput.Question question) {
      if (!of.capabilities.allows(question.method(), question.params())) {
        return false;
      }
      var own = RequestId.of("belay-task-" + of.ids.incrementAndGet());
      of.asked.put(own, new Asked(id, key));
      if (!way.test(TaskText.question(own, id, question))) {
        of.asked.remove(own);
        return false;
      }
      open.put(key, own);
      // Races with close, which may have read what is open just before.
      if (isClosed) {
        withdrawn(key);
      }
      return !isClosed;
    }

    @Override
    public void withdrawn(String key) {
      var own = open.remove(key);
      if (own != null && of.asked.remove(own) != null) {
        var params = CancelParams.of(own, "The answer is no longer wanted.");
        var taken = Messages.notification("notifications/cancelled", params);
        if (!way.test(taken)) {
          of.link.tell(taken);
        }
      }
    }

    /** Hears no more, and takes back what the client is asked, unless it has left. */
    void close() {
      isClosed = true;
      if (progress != null) {
        progress.close();
      }
      if (of.left) {
        open.values().forEach(of.asked::remove);
      } else {
        List.copyOf(open.keySet()).forEach(this::withdrawn);
      }
    }
  }

  private void tellOf(CallId id, byte[] progress) {
    link.tell(TaskText.related(id, Envelope.parseOwn(progress)).bytes());
  }
}
