package dev.belay.gateway.relay;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.belay.core.call.Call;
import dev.belay.core.time.Time;
import dev.belay.gateway.upstream.UpstreamConnection;
import dev.belay.mcp.envelope.RawJson;
import dev.belay.mcp.envelope.RequestId;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A modern request to a legacy server that has asked something back: it goes on here, while its
 * client asks again with the answers, as often as it takes (MCP 2026-07-28 §mrtr).
 *
 * <p>Questions that come together go to the client together. Between two rounds nobody is
 * connected; a client that does not come back in time has left.
 *
 * <p>Concurrency: {@code lock} guards all fields; nothing is sent and nobody told under it.
 */
final class Rounds {
  /** How long one question waits for others of the same request. */
  static final Duration GATHER = Duration.ofMillis(25);

  private static final int MOST = 64;

  private final ReentrantLock lock = new ReentrantLock();
  private final RoundsBook book;
  private final String name;
  private final Time time;

  /** The request of the first round, which stands for what runs. */
  private final ClientRequest running;

  /** Who waits now; nobody between two rounds. */
  @GuardedBy("lock") private @Nullable ClientRequest waiting;

  @GuardedBy("lock") private final Map<String, OpenQuestion> open = new LinkedHashMap<>();

  @GuardedBy("lock") private List<Call.Hold> holds = new ArrayList<>();

  /** What nobody will answer any more, and the server is still to hear so. */
  @GuardedBy("lock") private List<OpenQuestion> moot = new ArrayList<>();

  @GuardedBy("lock") private boolean isTaken;

  @GuardedBy("lock") private @Nullable Function<RequestId, byte @Nullable []> answer;

  @GuardedBy("lock") private Time.@Nullable Timer timer;

  @GuardedBy("lock") private int asked;

  @GuardedBy("lock") private boolean over;

  Rounds(RoundsBook book, String name, Time time, ClientRequest running) {
    this.book = book;
    this.name = name;
    this.time = time;
    this.running = running;
    waiting = running;
  }

  String name() {
    return name;
  }

  ClientRequest running() {
    return running;
  }

  /** {@return who waits now; null between two rounds} */
  @Nullable ClientRequest waiting() {
    lock.lock();
    try {
      return waiting;
    } finally {
      lock.unlock();
    }
  }

  /** The server asks: its question is part of this round, or of the next. */
  void ask(AskedQuestion question) {
    boolean taken;
    lock.lock();
    try {
      taken = !over && answer == null && open.size() < MOST;
      if (taken) {
        open.put("q" + ++asked, question);
        var call = running.on(question.link());
        if (call != null) {
          holds.add(call.hold("question to the client"));
        }
        gatherLocked();
      }
    } finally {
      lock.unlock();
    }
    if (!taken) {
      question.refused("The request that this belonged to is over, or asks too much at once.");
    }
  }

  @GuardedBy("lock") private void gatherLocked() {
    if (waiting != null && !open.isEmpty()) {
      rearmLocked(time.after(GATHER, this::endRound));
    }
  }

  @GuardedBy("lock") private void rearmLocked(Time.@Nullable Timer next) {
    if (timer != null) {
      timer.close();
    }
    timer = next;
  }

  /** Hands what is open to whoever waits. */
  private void endRound() {
    ClientRequest round;
    Map<String, OpenQuestion> questions;
    lock.lock();
    try {
      if (waiting == null || open.isEmpty() || over || answer != null) {
        return;
      }
      round = waiting;
      waiting = null;
      questions = new LinkedHashMap<>(open);
      rearmLocked(time.after(book.lifetime(), this::expire));
    } finally {
      lock.unlock();
    }
    book.send(round, name, questions);
  }

  /**
   * The client asks again.
   *
   * @param answers results by the keys of the questions; keys nobody knows are ignored
   * @return false if it cannot be: it is over, or somebody waits for it already
   */
  boolean resume(ClientRequest next, Map<String, RawJson> answers) {
    var answered = new LinkedHashMap<OpenQuestion, RawJson>();
    Function<RequestId, byte @Nullable []> ready;
    List<Call.Hold> released = List.of();
    lock.lock();
    try {
      if (over || waiting != null) {
        return false;
      }
      waiting = next;
      for (var one : answers.entrySet()) {
        var question = open.remove(one.getKey());
        if (question != null) {
          answered.put(question, one.getValue());
        }
      }
      if (open.isEmpty()) {
        released = holds;
        holds = new ArrayList<>();
      }
      rearmLocked(null);
      ready = answer;
      if (ready == null) {
        gatherLocked();
      } else {
        over = true;
      }
    } finally {
      lock.unlock();
    }
    released.forEach(Call.Hold::close);
    answered.forEach((question, result) -> question.answeredWith(result.bytes()));
    if (ready != null) {
      book.end(next, name, ready);
    }
    return true;
  }

  /**
   * The answer is there: it goes to whoever waits, or to the next round. What the server asked
   * stays open until it knows: {@link #takenBack}.
   */
  void abandon(Function<RequestId, byte @Nullable []> render) {
    ClientRequest round;
    lock.lock();
    try {
      if (over || answer != null) {
        return;
      }
      answer = render;
      round = waiting;
      mootLocked();
      holds.clear();
      if (round != null) {
        over = true;
        rearmLocked(null);
      }
    } finally {
      lock.unlock();
    }
    refuseTaken();
    if (round != null) {
      book.end(round, name, render);
    }
  }

  @GuardedBy("lock") private void mootLocked() {
    moot.addAll(open.values());
    open.clear();
  }

  /**
   * The server knows that the request is over: only now is it refused what it asked, or it would go
   * on with the request as if its client had declined.
   */
  void takenBack() {
    lock.lock();
    try {
      isTaken = true;
    } finally {
      lock.unlock();
    }
    refuseTaken();
  }

  /** Whoever comes last of the two, the end of the request and the word of it, refuses. */
  private void refuseTaken() {
    List<OpenQuestion> left;
    lock.lock();
    try {
      if (!isTaken) {
        return;
      }
      left = moot;
      moot = new ArrayList<>();
    } finally {
      lock.unlock();
    }
    left.forEach(question -> question.refused("The request that this belonged to is over."));
  }

  /** A legacy server takes a question back. */
  void withdrawn(UpstreamConnection link, RequestId askedAs) {
    List<Call.Hold> released = List.of();
    lock.lock();
    try {
      // Its client may have heard of it already, and then answers a question that is none.
      open.values()
          .removeIf(question -> question.link() == link && askedAs.equals(question.askedAs()));
      if (open.isEmpty()) {
        released = holds;
        holds = new ArrayList<>();
      }
    } finally {
      lock.unlock();
    }
    released.forEach(Call.Hold::close);
  }

  /** Nobody came back. */
  private void expire() {
    lock.lock();
    try {
      if (over || waiting != null) {
        return;
      }
      over = true;
      mootLocked();
    } finally {
      lock.unlock();
    }
    book.forget(name);
    running.leave();
  }
}
