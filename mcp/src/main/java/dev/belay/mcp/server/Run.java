package dev.belay.mcp.server;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.belay.core.time.Time;
import dev.belay.mcp.envelope.Envelope;
import dev.belay.mcp.envelope.ErrorCode;
import dev.belay.mcp.envelope.LogLevel;
import dev.belay.mcp.envelope.Member;
import dev.belay.mcp.envelope.Messages;
import dev.belay.mcp.envelope.RequestId;
import dev.belay.mcp.era.Era;
import dev.belay.mcp.era.Revision;
import dev.belay.mcp.input.RequestState;
import dev.belay.mcp.progress.ClientProgress;
import dev.belay.mcp.progress.KeepAlive;
import dev.belay.mcp.session.ClientLink;
import dev.belay.mcp.session.ReplyTo;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * One request while its handler runs, answered at most once.
 *
 * <p>Concurrency: {@code lock} orders the messages, so that nothing follows the answer; a {@link
 * ReplyTo} does not block. The first to settle it wins: the handler's end, or the client.
 *
 * <p>Longer than other files, since the questions, messages and answer of one request form one
 * order under that lock.
 */
final class Run implements Exchange, ServedClient.Revocable {
  private static final AtomicLong COUNT = new AtomicLong();

  private final ServedClient client;
  private final Envelope request;
  private final ReplyTo reply;
  private final Dialect dialect;
  private final Job job;
  private final byte[] params;
  private final byte[] arguments;
  private final Thread thread;
  private final ReentrantLock lock = new ReentrantLock();

  @GuardedBy("lock") private @Nullable List<Runnable> hooks = new ArrayList<>();

  @GuardedBy("lock") private boolean settled;

  /** Used by the handler's own thread alone. */
  private int rounds;

  private volatile @Nullable Round round;
  private volatile boolean cancelled;
  private volatile boolean clientGone;

  /**
   * The work for a request: its handler, the requested name, whether clients may cache the result,
   * and whether they may be asked for input (MCP 2026-07-28 §mrtr).
   */
  record Job(
      Handler handler,
      String target,
      Map<String, String> variables,
      boolean cacheable,
      boolean mayAsk) {}

  Run(ServedClient client, Envelope request, ReplyTo reply, Dialect dialect, Job job) {
    this.client = client;
    this.request = request;
    this.reply = reply;
    this.dialect = dialect;
    this.job = job;
    this.params = Params.of(request);
    this.arguments = Params.arguments(request);
    this.thread =
        Thread.ofVirtual()
            .name("belay-serve-" + COUNT.incrementAndGet() + "-" + request.method())
            .unstarted(this::run);
  }

  /** Starts it on a thread of its own. */
  void start() {
    client.server().bustle().begins();
    thread.start();
  }

  private void run() {
    try {
      answer();
    } finally {
      client.server().bustle().ends();
    }
  }

  private void answer() {
    if (isSettled()) {
      return; // cancelled before it began, when there was nothing to interrupt
    }
    byte[] answer;
    try {
      answer = Messages.response(id(), handled());
    } catch (RequestFailed e) {
      answer = Messages.error(id(), e.code(), e.text(), e.data());
    } catch (InterruptedException e) {
      // A cancellation would have settled it first; here the handler has interrupted itself.
      answer = Messages.error(id(), ErrorCode.INTERNAL_ERROR, "The request was interrupted.");
    } catch (RuntimeException | Error e) {
      McpServer.logDefect("A handler of " + request.method() + " failed: " + target(), e);
      answer = Messages.error(id(), ErrorCode.INTERNAL_ERROR, "Internal error: " + e);
    }
    if (settle()) {
      reply.send(answer);
    }
  }

  private byte[] handled() throws RequestFailed, InterruptedException {
    round = dialect.begin(this);
    while (true) {
      try {
        return dialect.result(JsonWriter.oneLine(job.handler().handle(this)), job.cacheable());
      } catch (InputRequired required) {
        checkAsking(required.questions());
        var next = dialect.require(this, required);
        if (next == null) {
          return dialect.result(ModernDialect.inputRequired(required), /* cacheable= */ false);
        }
        round = next;
      }
    }
  }

  private void checkAsking(List<Question> questions) throws RequestFailed {
    if (!job.mayAsk()) {
      throw new IllegalStateException("a client cannot be asked in " + request.method());
    }
    for (var question : questions) {
      require(question.needs());
    }
  }

  private boolean isSettled() {
    lock.lock();
    try {
      return settled;
    } finally {
      lock.unlock();
    }
  }

  /** Returns true for the caller that ends it; from then on only that caller sends. */
  private boolean settle() {
    lock.lock();
    try {
      if (settled) {
        return false;
      }
      settled = true;
    } finally {
      lock.unlock();
    }
    client.inFlight().end(this);
    return true;
  }

  @Override
  public RequestId id() {
    return request.requireId();
  }

  @Override
  public void cancel() {
    takeBack(/* gone= */ false);
  }

  @Override
  public void leave() {
    takeBack(/* gone= */ true);
  }

  private void takeBack(boolean gone) {
    if (!settle()) {
      return;
    }
    clientGone = gone;
    cancelled = true;
    List<Runnable> run;
    lock.lock();
    try {
      run = hooks == null ? List.of() : hooks;
      hooks = null;
    } finally {
      lock.unlock();
    }
    reply.nothing();
    if (!run.isEmpty()) {
      // Hooks may block; the thread that reports the cancellation must not.
      Thread.startVirtualThread(() -> run.forEach(Run::runHook))
          .setName(thread.getName() + "-stop");
    }
    thread.interrupt();
  }

  private static void runHook(Runnable hook) {
    try {
      hook.run();
    } catch (RuntimeException | Error e) {
      McpServer.logDefect("A hook of a cancelled request failed", e);
    }
  }

  @Override
  public void onCancel(Runnable hook) {
    lock.lock();
    try {
      if (hooks != null) {
        hooks.add(hook);
        return;
      }
    } finally {
      lock.unlock();
    }
    runHook(hook);
  }

  @Override
  public void runs(Duration limit) {
    reply.runs(limit);
  }

  @Override
  public boolean isCancelled() {
    return cancelled;
  }

  @Override
  public boolean hasClientGone() {
    return clientGone;
  }

  @Override
  public ClientLink client() {
    return client.link();
  }

  /** Sends a message before the answer; false once the request is over. */
  boolean tell(byte[] message) {
    lock.lock();
    try {
      return !settled && reply.tell(message);
    } finally {
      lock.unlock();
    }
  }

  /** Sends a message that the client should get even if the request is over. */
  void tellAnyway(byte[] message) {
    if (!tell(message)) {
      var _ = client.link().tell(message);
    }
  }

  @Override
  public boolean wantsProgress() {
    return request.id(Member.META_PROGRESS_TOKEN) != null;
  }

  @Override
  public @Nullable ClientProgress progress(Time time, KeepAlive keepAlive) {
    var token = request.id(Member.META_PROGRESS_TOKEN);
    return token == null ? null : new ClientProgress(token, this::progress, time, keepAlive);
  }

  private void progress(Object author, byte[] message) {
    lock.lock();
    try {
      if (!settled) {
        reply.progress(author, message);
      }
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void log(LogLevel level, byte[] data) {
    if (client.server().isLogging() && dialect.wants(level)) {
      var params =
          JsonWriter.object()
              .put("level", level.wire())
              .put("data", JsonWriter.oneLine(data))
              .end();
      var _ = tell(Messages.notification("notifications/message", params));
    }
  }

  @Override
  public Map<String, byte[]> ask(List<Question> questions)
      throws RequestFailed, InputRequired, InterruptedException {
    var answers = new LinkedHashMap<String, byte[]>();
    var open = new ArrayList<Question>();
    for (var question : questions) {
      var answer = round().answer(question.key());
      if (answer != null) {
        answers.put(question.key(), answer);
      } else {
        require(question.needs());
        open.add(question);
      }
    }
    if (!open.isEmpty()) {
      answers.putAll(dialect.ask(this, open));
    }
    return answers;
  }

  @Override
  public String seal(byte[] payload) {
    var states = client.server().requestStates();
    if (states == null) {
      throw new IllegalStateException("this server has no codec for request states");
    }
    return Round.sealOwn(states, payload, binding());
  }

  /** {@return the binding of its states: principal and request} */
  byte[] binding() {
    return RequestState.binding(principal(), request);
  }

  Round round() {
    var now = round;
    if (now == null) {
      throw new IllegalStateException("the handler does not run");
    }
    return now;
  }

  /** {@return the number of rounds of questions so far, including the one that begins} */
  int nextRound() {
    return ++rounds;
  }

  @Override
  public Era era() {
    return dialect.era();
  }

  @Override
  public Revision revision() {
    return dialect.revision();
  }

  @Override
  public String principal() {
    return client.link().principal();
  }

  @Override
  public String clientName() {
    return dialect.clientName();
  }

  @Override
  public String target() {
    return job.target();
  }

  @Override
  public byte[] params() {
    return params.clone();
  }

  @Override
  public byte[] arguments() {
    return arguments.clone();
  }

  @Override
  public Map<String, String> variables() {
    return job.variables();
  }

  @Override
  public boolean declares(String... capability) {
    return dialect.declares(capability);
  }

  @Override
  public void require(String... capability) throws RequestFailed {
    if (capability.length > 0 && !dialect.declares(capability)) {
      throw dialect.undeclared(capability);
    }
  }

  @Override
  public byte @Nullable [] inputResponse(String key) {
    return round().response(key);
  }

  @Override
  public @Nullable String requestState() {
    return round().requestState();
  }

  @Override
  public byte @Nullable [] state() {
    return round().state();
  }

  @Override
  public void letGo() {
    reply.letGo();
  }
}
