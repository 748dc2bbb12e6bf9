package dev.belay.gateway.listing;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.belay.config.OnChange;
import dev.belay.mcp.envelope.RawJson;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Pins one server's tools to their definitions at first sight.
 *
 * <p>A tool is accepted as it is first listed. A later change is reported; if a person is to be
 * asked, the tool is held back until they accept it, in this process or another. If pins cannot be
 * kept on disk, they are kept in memory.
 *
 * <p>Concurrency: {@code lock} serializes reviews, their file access included; a call takes it only
 * if its tool is held back.
 */
public final class Pins {
  private final PinFile file;
  private final String server;
  private final UnaryOperator<byte[]> asOne;
  private final Listener listener;
  private final ReentrantLock lock = new ReentrantLock();

  /** The definitions seen last, so that an unchanged list costs one comparison per tool. */
  @GuardedBy("lock") private final Map<String, Seen> seen = new HashMap<>();

  @GuardedBy("lock") private ServerPins book;

  @GuardedBy("lock") private PinFile.@Nullable Stamp stamp;

  @GuardedBy("lock") private @Nullable String trouble;

  private volatile boolean isClosed;

  /** Completes once the latest change of the file is over. */
  private volatile CompletableFuture<Boolean> written = CompletableFuture.completedFuture(true);

  private volatile Set<String> held = Set.of();

  private record Seen(RawJson json, Pin pin) {}

  private record Step(String tool, Pin pin) {}

  /**
   * Loads the pins from disk.
   *
   * @param directory the directory of all pins
   * @param identity how the server is started or reached: another server of the same name has
   *     separate pins
   * @param asOne converts a tool to the form that is the same for all clients
   * @param listener notified of changes, on the thread that detects them
   */
  public Pins(
      Path directory,
      String server,
      String identity,
      UnaryOperator<byte[]> asOne,
      Listener listener) {
    this.server = server;
    this.asOne = asOne;
    this.listener = listener;
    file = PinFile.of(directory, server, identity);
    book = new ServerPins(server);
    refresh();
  }

  /**
   * {@return the directory of all pins}
   *
   * @throws IOException if the environment names no directory for state
   */
  public static Path directory(Map<String, String> environment) throws IOException {
    return PinFile.directory(environment);
  }

  /**
   * Reviews a complete list of the server, and returns the tools that are held back.
   *
   * @param tools by name, as the server defines them
   */
  public Set<String> review(Map<String, RawJson> tools, OnChange onChange) {
    refresh();
    var told = new ArrayList<ToolChange>();
    List<Accepted> accepted;
    Set<String> hidden;
    lock.lock();
    try {
      var before = Map.copyOf(book.held());
      var news = new ArrayList<Step>();
      seen.keySet().retainAll(tools.keySet());
      tools.forEach((name, json) -> {
        var pin = pinLocked(name, json);
        if (isNewsLocked(name, pin, onChange)) {
          news.add(new Step(name, pin));
        }
      });
      if (!news.isEmpty()) {
        changeLocked(book -> news.forEach(step -> told.addAll(apply(book, step, onChange))));
      }
      hidden = hiddenLocked(tools.keySet(), onChange);
      held = hidden;
      // Races with a person who accepts a tool between the reading and the change.
      accepted = onChange == OnChange.ALLOW ? List.of() : acceptedLocked(before);
    } finally {
      lock.unlock();
    }
    tell(told, accepted);
    return hidden;
  }

  private void tell(List<ToolChange> told, List<Accepted> accepted) {
    if (!told.isEmpty()) {
      listener.changed(told);
    }
    if (!accepted.isEmpty()) {
      listener.accepted(accepted);
    }
  }

  /**
   * {@return why a call of that tool is refused; null where it is not}
   *
   * @param onChange whether a person or whoever runs Belay accepts it
   */
  public @Nullable String refusal(String tool, OnChange onChange) {
    if (!held.contains(tool)) {
      return null;
    }
    // A tool that was accepted just now must not wait for the next review.
    refresh();
    if (!held.contains(tool)) {
      return null;
    }
    var name = server + "__" + tool;
    var accept = "belay tools accept " + name;
    var changed = "its definition has changed since it was accepted. ";
    return onChange == OnChange.ASK
        ? "the tool "
            + name
            + " is held back: "
            + changed
            + "A person can look at the change and accept it: "
            + accept
        : "the tool "
            + name
            + " is refused: "
            + changed
            + "Whoever runs Belay can accept it by its own name: "
            + accept;
  }

  /** {@return how many tools are held back, as far as is known} */
  public ListFigures.Held held(OnChange onChange) {
    int count = held.size();
    return switch (onChange) {
      case ALLOW -> ListFigures.Held.NONE;
      case ASK -> new ListFigures.Held(count, 0);
      case REFUSE -> new ListFigures.Held(0, count);
    };
  }

  /** {@return the changes that are held back, by tool, as far as is known} */
  public Map<String, ToolChange> changes() {
    refresh();
    lock.lock();
    try {
      var changes = new TreeMap<String, ToolChange>();
      book.held()
          .forEach((tool, held) -> {
            var verdict = held.isRefused() ? OnChange.REFUSE : OnChange.ASK;
            var accepted = book.accepted().getOrDefault(tool, held.pin());
            changes.put(tool, new ToolChange(server, tool, accepted, held.pin(), verdict));
          });
      return changes;
    } finally {
      lock.unlock();
    }
  }

  /** What came of the wish to accept a tool. */
  public enum Acceptance {
    /** It is as it was seen, and accepted. */
    ACCEPTED,
    /** It is not held back. */
    NOT_HELD,
    /** Its definition is not the one that was seen. */
    CHANGED
  }

  /**
   * Accepts the definition of a tool that is held back, as a person wants.
   *
   * @param sha256 the hash of the definition that they have seen
   */
  public Acceptance accept(String tool, String sha256) {
    refresh();
    var end = new AtomicReference<>(Acceptance.NOT_HELD);
    List<Accepted> accepted;
    lock.lock();
    try {
      var before = Map.copyOf(book.held());
      // Of the file, which another process may have changed meanwhile.
      changeLocked(now -> {
        var waiting = now.held().get(tool);
        boolean isSeen = waiting != null && waiting.pin().sha256().equals(sha256);
        if (isSeen) {
          now.acceptHeld(tool);
        }
        end.set(
            waiting == null
                ? Acceptance.NOT_HELD
                : isSeen ? Acceptance.ACCEPTED : Acceptance.CHANGED);
      });
      if (end.get() == Acceptance.ACCEPTED) {
        var hidden = new HashSet<>(held);
        hidden.remove(tool);
        held = Set.copyOf(hidden);
      }
      accepted = acceptedLocked(before);
    } finally {
      lock.unlock();
    }
    tell(List.of(), accepted);
    return end.get();
  }

  /** Reads the file again if it has changed, and reports the tools accepted there. */
  public void refresh() {
    var accepted = List.<Accepted>of();
    lock.lock();
    try {
      var now = file.stamp();
      if (Objects.equals(now, stamp)) {
        return;
      }
      stamp = now;
      var before = Map.copyOf(book.held());
      book = file.read();
      trouble = null;
      var after = new HashSet<>(book.held().keySet());
      var known = book.accepted();
      held.stream().filter(tool -> !known.containsKey(tool)).forEach(after::add);
      held = Set.copyOf(after);
      accepted = acceptedLocked(before);
    } catch (IOException e) {
      worryLocked(e);
    } finally {
      lock.unlock();
    }
    tell(List.of(), accepted);
  }

  /** {@return the tools that waited before and were accepted unchanged} */
  @GuardedBy("lock") private List<Accepted> acceptedLocked(Map<String, ServerPins.Held> before) {
    var now = book;
    return before.entrySet().stream()
        .filter(held -> {
          var accepted = now.accepted().get(held.getKey());
          return accepted != null && accepted.sha256().equals(held.getValue().pin().sha256());
        })
        .map(held -> new Accepted(server, held.getKey(), held.getValue().pin()))
        .toList();
  }

  @GuardedBy("lock") private Pin pinLocked(String tool, RawJson json) {
    var before = seen.get(tool);
    if (before != null && before.json.equals(json)) {
      return before.pin;
    }
    var pin = Pin.of(asOne.apply(json.bytes()));
    seen.put(tool, new Seen(json, pin));
    return pin;
  }

  @GuardedBy("lock") private boolean isNewsLocked(String tool, Pin pin, OnChange onChange) {
    var accepted = book.accepted().get(tool);
    if (accepted == null) {
      return !book.isFull();
    }
    var waiting = book.held().get(tool);
    if (accepted.sha256().equals(pin.sha256())) {
      return waiting != null;
    }
    return onChange == OnChange.ALLOW
        || waiting == null
        || waiting.isRefused() != (onChange == OnChange.REFUSE)
        || !waiting.pin().sha256().equals(pin.sha256());
  }

  private List<ToolChange> apply(ServerPins in, Step step, OnChange onChange) {
    var tool = step.tool;
    var accepted = in.accepted().get(tool);
    if (accepted == null) {
      if (!in.isFull()) {
        in.accept(tool, step.pin);
      }
      return List.of();
    }
    if (accepted.sha256().equals(step.pin.sha256())) {
      in.release(tool);
      return List.of();
    }
    var before = in.held().get(tool);
    switch (onChange) {
      case ALLOW -> in.accept(tool, step.pin);
      case ASK -> in.hold(tool, new ServerPins.Held(step.pin, /* isRefused= */ false));
      case REFUSE -> in.hold(tool, new ServerPins.Held(step.pin, /* isRefused= */ true));
    }
    // A change of the setting alone is no change of the definition.
    boolean isKnown =
        onChange != OnChange.ALLOW
            && before != null
            && before.pin().sha256().equals(step.pin.sha256());
    return isKnown
        ? List.of()
        : List.of(new ToolChange(server, tool, accepted, step.pin, onChange));
  }

  /** Keeps later changes in memory; the result completes once one under way is written. */
  CompletableFuture<Boolean> close() {
    isClosed = true;
    return written;
  }

  @GuardedBy("lock") private void changeLocked(Consumer<ServerPins> change) {
    var over = new CompletableFuture<Boolean>();
    // Races with close(): one of the two sees what the other has set.
    written = over;
    try {
      if (trouble == null && !isClosed) {
        var changed = file.change(change);
        book = changed.book();
        stamp = changed.stamp();
        return;
      }
    } catch (IOException e) {
      worryLocked(e);
    } finally {
      over.complete(true);
    }
    change.accept(book);
  }

  @GuardedBy("lock") private Set<String> hiddenLocked(Set<String> tools, OnChange onChange) {
    if (onChange == OnChange.ALLOW) {
      return Set.of();
    }
    var hidden = new HashSet<>(book.held().keySet());
    for (var tool : tools) {
      // Beyond the bound of pins: a change of this tool would go unnoticed.
      if (!book.accepted().containsKey(tool)) {
        hidden.add(tool);
      }
    }
    return Set.copyOf(hidden);
  }

  @GuardedBy("lock") private void worryLocked(IOException e) {
    if (trouble == null) {
      listener.troubled("the pins of " + server + " are not kept: " + e);
    }
    trouble = e.toString();
  }

  /** Receives the changes of one server's pins. Must not block; safe for use by many threads. */
  public interface Listener {
    /** Definitions differ from the accepted ones; called once per list, with each change once. */
    void changed(List<ToolChange> changes);

    /** A person has accepted the definitions of these tools. */
    void accepted(List<Accepted> tools);

    /** Pins cannot be kept on disk; called once. */
    void troubled(String why);
  }

  /** The acceptance of a tool's definition by a person. */
  public record Accepted(String server, String tool, Pin pin) {}
}
