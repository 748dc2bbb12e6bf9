package dev.belay.tools.serve;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.belay.core.cancel.Cause;
import dev.belay.mcp.era.Era;
import dev.belay.mcp.server.Exchange;
import dev.belay.mcp.server.InputRequired;
import dev.belay.mcp.server.LogLevel;
import dev.belay.mcp.server.Question;
import dev.belay.mcp.server.RequestFailed;
import dev.belay.tools.call.ClientCannotAnswerException;
import dev.belay.tools.run.Client;
import dev.belay.tools.run.ToolEnd;
import dev.belay.tools.run.ToolRun;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * One call of a tool between its body, which may ask the client while it runs, and the requests
 * that wait for it: one in the legacy era, one a round in the modern.
 *
 * <p>A legacy client is asked on the body's own thread. For a modern one the request ends with the
 * questions and the call is parked; the request that comes back with the answers finds it again.
 *
 * <p>Concurrency: {@code lock} guards what the fields marked so hold, and is never held while
 * anybody is asked or told. The body's thread puts questions, a request's thread takes them.
 */
final class ServedCall implements Client {
  private record Open(Question question, CompletableFuture<byte[]> answer) {}

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private final ParkedCalls parked;
  private final ProgressReport progress;

  /** What the client declares is the same in each of its rounds. */
  private final Exchange first;

  @GuardedBy("lock") private final Map<String, Open> open = new LinkedHashMap<>();

  /** The keys of the answers of the request that waits which questions have had. */
  @GuardedBy("lock") private final Set<String> used = new HashSet<>();

  @GuardedBy("lock") private @Nullable ToolEnd end;

  /** The name that it is parked by, or was last. */
  @GuardedBy("lock") private @Nullable String parkedAs;

  /** Set once the call has begun, and before any request waits for it. */
  private volatile @Nullable ToolRun run;

  /** How long it may run in all; null before it runs. */
  private volatile @Nullable Duration limit;

  /** The request that waits now; null between two rounds. */
  private volatile @Nullable Exchange waiting;

  ServedCall(Exchange first, ParkedCalls parked, ProgressReport progress) {
    this.first = first;
    this.parked = parked;
    this.progress = progress;
    waiting = first;
  }

  /** Its client waits from here on: before the tool begins, which may be long. */
  void waits() {
    progress.begins(first);
  }

  /** There will be no call. */
  void cannotBegin() {
    progress.rests();
  }

  void began(ToolRun begun) {
    run = begun;
    begun.onEnd(this::ended);
  }

  private void ended(ToolEnd how) {
    String name;
    lock.lock();
    try {
      end = how;
      name = parkedAs;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
    if (name != null) {
      // Nobody may come back for it, and it would hold its place until then.
      parked.take(name);
    }
    // A request that comes later finds the end, and begins nothing.
    progress.rests();
  }

  /** Waits, for one request, until the call has ended or asks something. */
  ToolEnd await(Exchange exchange) throws InputRequired, InterruptedException {
    arrived(exchange);
    var running = limit;
    if (running != null) {
      exchange.runs(running);
    }
    exchange.onCancel(() -> left(exchange));
    while (true) {
      List<Question> questions;
      lock.lockInterruptibly();
      try {
        while (end == null && open.isEmpty()) {
          changed.await();
        }
        if (end != null) {
          return end;
        }
        questions = open.values().stream().map(Open::question).toList();
      } finally {
        lock.unlock();
      }
      var name = ParkedCalls.newName();
      if (!parked.park(name, this)) {
        refuse();
      } else if (remembers(name)) {
        progress.rests();
        throw exchange.inputRequired(questions, name.getBytes(StandardCharsets.US_ASCII));
      } else {
        // It has ended meanwhile, which the next look finds.
        parked.take(name);
      }
    }
  }

  /** Takes the answers that a request brings; what it leaves open is asked again. */
  private void arrived(Exchange exchange) {
    lock.lock();
    try {
      if (!exchange.equals(waiting)) {
        used.clear();
        waiting = exchange;
      }
      for (var one : List.copyOf(open.values())) {
        if (isAnsweredLocked(one, exchange)) {
          open.remove(one.question().key());
        }
      }
      if (end == null) {
        progress.begins(exchange);
      }
    } finally {
      lock.unlock();
    }
  }

  /** A request may bring answers to what is yet to be asked; each is good for one question. */
  @GuardedBy("lock") private boolean isAnsweredLocked(Open one, @Nullable Exchange exchange) {
    var key = one.question().key();
    var answer = exchange == null || used.contains(key) ? null : exchange.inputResponse(key);
    if (answer == null) {
      return false;
    }
    used.add(key);
    return one.answer().complete(answer);
  }

  /** Remembers the name for whoever ends the call; false if that is too late. */
  private boolean remembers(String name) {
    lock.lock();
    try {
      if (end != null) {
        return false;
      }
      parkedAs = name;
      waiting = null;
      return true;
    } finally {
      lock.unlock();
    }
  }

  /** No more calls may wait: the questions have no answers. */
  private void refuse() {
    lock.lock();
    try {
      for (var one : open.values()) {
        one.answer()
            .completeExceptionally(
                new ClientCannotAnswerException(
                    "Too many calls wait for answers of their clients. Try again later.", null));
      }
      open.clear();
    } finally {
      lock.unlock();
    }
  }

  private void left(Exchange exchange) {
    var call = run;
    if (exchange.equals(waiting) && call != null) {
      call.leave(exchange.hasClientGone() ? Cause.CLIENT_GONE : Cause.CLIENT);
    }
  }

  /** Its client has not come back with answers. */
  void deserted() {
    var call = run;
    if (call != null) {
      call.leave(Cause.CLIENT_GONE);
    }
  }

  @Override
  public void runs(Duration limit) {
    this.limit = limit;
    var client = waiting;
    if (client != null) {
      client.runs(limit);
    }
  }

  @Override
  public void progress(@Nullable Double done, @Nullable Double total, @Nullable String message) {
    var client = waiting;
    if (client != null) {
      progress.tell(client, done, total, message);
    }
  }

  @Override
  public void log(LogLevel level, byte[] json) {
    var client = waiting;
    if (client != null) {
      client.log(level, json);
    }
  }

  @Override
  public void letGo() {
    var client = waiting;
    if (client != null) {
      client.letGo();
    }
  }

  @Override
  public boolean canAnswer(String... capability) {
    return first.declares(capability);
  }

  @Override
  public Map<String, byte[]> ask(List<Question> questions) throws InterruptedException {
    for (var question : questions) {
      if (!first.declares(question.needs())) {
        throw ClientCannotAnswerException.undeclared(
            "The client cannot be asked by "
                + question.method()
                + ": it has not declared "
                + String.join(".", question.needs())
                + ".",
            List.of(question.needs()));
      }
    }
    return first.era() == Era.LEGACY ? askNow(questions) : askNextRound(questions);
  }

  private Map<String, byte[]> askNow(List<Question> questions) throws InterruptedException {
    try {
      return first.ask(questions);
    } catch (RequestFailed e) {
      throw new ClientCannotAnswerException(e.text(), e);
    } catch (InputRequired e) {
      throw new IllegalStateException("a legacy client is asked at once", e);
    }
  }

  private Map<String, byte[]> askNextRound(List<Question> questions) throws InterruptedException {
    var asked = new LinkedHashMap<String, Open>();
    questions.forEach(one -> asked.put(one.key(), new Open(one, new CompletableFuture<>())));
    lock.lock();
    try {
      var client = waiting;
      for (var one : asked.entrySet()) {
        if (!isAnsweredLocked(one.getValue(), client)) {
          open.put(one.getKey(), one.getValue());
        }
      }
      changed.signalAll();
    } finally {
      lock.unlock();
    }
    try {
      var answers = new LinkedHashMap<String, byte[]>();
      for (var one : asked.entrySet()) {
        answers.put(one.getKey(), one.getValue().answer().get());
      }
      return answers;
    } catch (ExecutionException e) {
      if (e.getCause() instanceof ClientCannotAnswerException none) {
        throw none;
      }
      throw new IllegalStateException("an answer comes, or is refused", e);
    } finally {
      takeBack(asked);
    }
  }

  private void takeBack(Map<String, Open> asked) {
    lock.lock();
    try {
      open.keySet().removeAll(asked.keySet());
    } finally {
      lock.unlock();
    }
  }
}
