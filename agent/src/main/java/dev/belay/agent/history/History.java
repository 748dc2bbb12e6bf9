package dev.belay.agent.history;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.belay.agent.history.HistoryBounds.Dropping;
import dev.belay.core.turn.ToolUseResult;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Stream;

/**
 * The messages of one session, in a form that every API accepts whenever no call is open.
 *
 * <p>It begins with a user message, roles alternate, and every call has exactly one result in the
 * next message (S1-45, S1-61, S1-96). Additions keep these rules or are refused, so that nothing
 * needs repair. It is bounded: the oldest exchanges are dropped, and a note says so.
 *
 * <p>Concurrency: only the thread of the session's turn adds; any thread may read. {@code lock}
 * guards the messages; no foreign code runs under it.
 */
public final class History {
  private final ReentrantLock lock = new ReentrantLock();
  private final HistoryBounds bounds;

  @GuardedBy("lock") private final List<Message> messages = new ArrayList<>();

  @GuardedBy("lock") private long dropped;

  /** Creates an empty conversation. */
  public History(HistoryBounds bounds) {
    this.bounds = bounds;
  }

  /** {@return a snapshot of the messages, with a leading note if some were dropped} */
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

  /** {@return the open calls, in order; only the last message can have some} */
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
   * Adds a person's message. After an abort it is merged into the preceding user message.
   *
   * @param text not blank
   * @throws IllegalArgumentException if it is blank, which no API accepts
   * @throws IllegalStateException if calls are open
   */
  public void addUser(String text) {
    if (Words.isBlank(text)) {
      throw new IllegalArgumentException("the message is blank");
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
   * Adds a model's message.
   *
   * @return the message to act upon: text before calls, whose ids are unique in this conversation
   *     and valid for every API, with the arguments as written. Empty if the message is blank, and
   *     then nothing is added
   * @throws IllegalStateException if the conversation is empty, or calls are open
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
   * Adds the results of all open calls as one user message, in order of the calls (C20).
   *
   * @throws IllegalStateException unless there is exactly one for each open call
   */
  public void addResults(List<ToolUseResult> results) {
    addAnswers(results.stream().map(Answers::of).toList());
  }

  /**
   * Adds the results of all open calls, including calls that never reached a turn.
   *
   * @throws IllegalStateException unless there is exactly one for each open call
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
   * Answers every open call on an abort, so that nothing needs repair (S1-44, S1-82). Has no effect
   * if none is open.
   *
   * @param known the available results
   * @param otherwise the error text of calls without a result
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

  /** Normalizes a model's message. */
  static final class Said {
    private Said() {}

    /** {@return the message without blank text, text first, each call with a unique id} */
    static Message.Assistant named(Message.Assistant said, UseIds ids) {
      var blocks = new ArrayList<Block.OfAssistant>();
      for (var block : said.blocks()) {
        if (block instanceof Block.Text(var text) && !Words.isBlank(text)) {
          blocks.add(new Block.Text(Words.whole(text)));
        }
      }
      var index = 0;
      for (var use : said.toolUses()) {
        blocks.add(new Block.ToolUse(ids.next(use.id(), index++), use.name(), use.input()));
      }
      return new Message.Assistant(blocks);
    }

    /** {@return the message with arguments that every API accepts} */
    static Message.Assistant kept(Message.Assistant named) {
      List<Block.OfAssistant> blocks = new ArrayList<>();
      for (var block : named.blocks()) {
        blocks.add(
            switch (block) {
              case Block.Text text -> text;
              case Block.ToolUse(var id, var name, var input) ->
                  new Block.ToolUse(id, name, Arguments.object(input));
            });
      }
      return new Message.Assistant(blocks);
    }
  }
}
