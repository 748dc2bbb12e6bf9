package dev.belay.agent.history;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.belay.core.turn.ToolUseResult;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Stream;

/**
 * What was said in one session, in an order that every API takes at any moment when no call is
 * open.
 *
 * <p>It begins with a user message, the two sides alternate, and every call has its one result in
 * the very next message (S1-45, S1-61, S1-96): what is added is put there, or refused, so that
 * there is nothing to repair. It is bounded: the oldest exchanges go first, and a note says so.
 *
 * <p>Concurrency: one thread at a time adds, that of the session's turn; any thread may look.
 * {@code lock} guards the messages, and nothing is called under it.
 */
public final class History {
  private final ReentrantLock lock = new ReentrantLock();
  private final HistoryBounds bounds;

  @GuardedBy("lock") private final List<Message> messages = new ArrayList<>();

  @GuardedBy("lock") private long dropped;

  /** A conversation that has not begun. */
  public History(HistoryBounds bounds) {
    this.bounds = bounds;
  }

  /** {@return all that is kept, as it is now; with a note in front where something is not} */
  public List<Message> messages() {
    lock.lock();
    try {
      var all = new ArrayList<>(messages);
      if (dropped > 0) {
        var first = all.getFirst();
        var blocks = Stream.concat(Stream.of(noteLocked()), first.blocks().stream());
        all.set(0, new Message.User(blocks.map(Block.OfUser.class::cast).toList()));
      }
      return List.copyOf(all);
    } finally {
      lock.unlock();
    }
  }

  @GuardedBy("lock") private Block.Text noteLocked() {
    return new Block.Text(
        "[%d earlier message%s of this conversation %s left out to keep it short.]"
            .formatted(dropped, dropped == 1 ? "" : "s", dropped == 1 ? "was" : "were"));
  }

  /** {@return the calls that have no result yet, in order; only the last message can have some} */
  public List<Block.ToolUse> open() {
    lock.lock();
    try {
      return openLocked();
    } finally {
      lock.unlock();
    }
  }

  @GuardedBy("lock") private List<Block.ToolUse> openLocked() {
    return !messages.isEmpty() && messages.getLast() instanceof Message.Assistant said
        ? said.toolUses()
        : List.of();
  }

  /**
   * Adds what a person says. After an abort it stands in one message with what came before it.
   *
   * @param text with at least one character that is no white space
   * @throws IllegalArgumentException if there is none, which no API takes
   * @throws IllegalStateException if calls are open
   */
  public void addUser(String text) {
    if (Words.isBlank(text)) {
      throw new IllegalArgumentException("a message without words cannot be answered");
    }
    lock.lock();
    try {
      refuseOpenLocked();
      addLocked(List.of(new Block.Text(Words.whole(text))));
    } finally {
      lock.unlock();
    }
  }

  /**
   * Adds what the model says.
   *
   * @return the same as it is to be acted upon: its calls have ids that are in this conversation
   *     once and that every API takes, and the arguments as the model wrote them; words come before
   *     calls. Without blocks if it said nothing, and then nothing was added
   * @throws IllegalStateException if nobody said anything before, or calls are open
   */
  public Message.Assistant addAssistant(Message.Assistant said) {
    lock.lock();
    try {
      refuseOpenLocked();
      if (messages.isEmpty()) {
        throw new IllegalStateException("a conversation begins with a user message");
      }
      var named = Said.named(said, UseIds.after(messages));
      var kept = new ArrayList<>(Said.kept(named).blocks());
      if (!kept.isEmpty()) {
        if (messages.getLast() instanceof Message.Assistant before) {
          messages.removeLast();
          kept.addAll(0, before.blocks());
        }
        messages.add(new Message.Assistant(kept));
        trimLocked();
      }
      return named;
    } finally {
      lock.unlock();
    }
  }

  /**
   * Adds the results of all open calls, as one user message, in the order of the calls (C20).
   *
   * @throws IllegalStateException if a call has none or two of them, or one is of no open call
   */
  public void addResults(List<ToolUseResult> results) {
    addAnswers(results.stream().map(Answers::of).toList());
  }

  /**
   * Adds the answers to all open calls, those that never reached a turn included.
   *
   * @throws IllegalStateException if a call has none or two of them, or one is of no open call
   */
  public void addAnswers(List<Block.ToolResult> answers) {
    lock.lock();
    try {
      var open = new HashSet<String>();
      openLocked().forEach(use -> open.add(use.id()));
      for (var answer : answers) {
        if (!open.remove(answer.toolUseId())) {
          throw new IllegalStateException(
              answer.toolUseId() + " is no open call, or has two results");
        }
      }
      if (!open.isEmpty()) {
        throw new IllegalStateException("without a result: " + String.join(", ", open));
      }
      addLocked(Answers.inOrder(openLocked(), answers, ""));
    } finally {
      lock.unlock();
    }
  }

  /**
   * Gives every open call an answer, at the moment of an abort, so that nothing is left to repair
   * (S1-44, S1-82). Does nothing if none is open.
   *
   * @param known the answers that there are
   * @param otherwise what the model reads of calls without one
   */
  public void closeOpen(Collection<Block.ToolResult> known, String otherwise) {
    lock.lock();
    try {
      addLocked(Answers.inOrder(openLocked(), known, otherwise));
    } finally {
      lock.unlock();
    }
  }

  @GuardedBy("lock") private void addLocked(List<? extends Block.OfUser> blocks) {
    if (blocks.isEmpty()) {
      return;
    }
    var all = new ArrayList<Block.OfUser>();
    if (!messages.isEmpty() && messages.getLast() instanceof Message.User before) {
      all.addAll(before.blocks());
      messages.removeLast();
    }
    all.addAll(blocks);
    messages.add(new Message.User(all));
    trimLocked();
  }

  @GuardedBy("lock") private void trimLocked() {
    dropped += Dropping.from(messages, bounds);
  }

  @GuardedBy("lock") private void refuseOpenLocked() {
    if (!openLocked().isEmpty()) {
      throw new IllegalStateException("calls are open: " + openLocked().getFirst().id());
    }
  }
}
