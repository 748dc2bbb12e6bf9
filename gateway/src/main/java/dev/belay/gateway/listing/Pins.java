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
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Holds one server's tools to what they said of themselves when they were first seen.
 *
 * <p>A tool is accepted as it is at its first use. If it says something else later, that is told;
 * where a person is to be asked, the tool is held back until they accept it, in this process or in
 * another. Where pins cannot be kept on disk, they are kept as long as this lives.
 *
 * <p>Concurrency: {@code lock} has one review at a time, also while it reads and writes the file;
 * calls read {@code held} alone.
 */
public final class Pins {
  private final PinFile file;
  private final String server;
  private final UnaryOperator<byte[]> asOne;
  private final Listener listener;
  private final ReentrantLock lock = new ReentrantLock();

  /** What was seen last, so that a list that stays as it is costs one comparison a tool. */
  @GuardedBy("lock") private final Map<String, Seen> seen = new HashMap<>();

  @GuardedBy("lock") private ServerPins book;

  @GuardedBy("lock") private PinFile.@Nullable Stamp stamp;

  @GuardedBy("lock") private @Nullable String trouble;

  private volatile Set<String> held = Set.of();

  private record Seen(RawJson json, Pin pin) {}

  private record Step(String tool, Pin pin) {}

  /**
   * Begins with what is on disk.
   *
   * @param directory of the pins of all servers
   * @param identity how the server is started, or where it is: another one of the same name has
   *     pins of its own
   * @param asOne gives a tool the form in which it is the same for all clients
   * @param listener hears what becomes of them, on whichever thread finds out
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
   * {@return where all pins are kept}
   *
   * @throws IOException if the environment does not say where state belongs
   */
  public static Path directory(Map<String, String> environment) throws IOException {
    return PinFile.directory(environment);
  }

  /**
   * Looks at a whole list of the server, and returns the tools in it that are held back.
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
      // Races with a person who accepts between the reading and the change.
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

  /** {@return why a call of that tool is refused; null where it is not} */
  public @Nullable String refusal(String tool, OnChange onChange) {
    if (onChange == OnChange.ALLOW || !held.contains(tool)) {
      return null;
    }
    // A tool that was accepted just now is not to wait for the next look.
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

  /** Reads the file again if it has changed, and reports what was accepted there. */
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

  /** {@return what waited before and has been accepted as it was} */
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
    // Another setting alone makes no other definition.
    boolean isKnown =
        onChange != OnChange.ALLOW
            && before != null
            && before.pin().sha256().equals(step.pin.sha256());
    return isKnown
        ? List.of()
        : List.of(new ToolChange(server, tool, accepted, step.pin, onChange));
  }

  @GuardedBy("lock") private void changeLocked(Consumer<ServerPins> change) {
    try {
      if (trouble == null) {
        book = file.change(change);
        stamp = file.stamp();
        return;
      }
    } catch (IOException e) {
      worryLocked(e);
    }
    change.accept(book);
  }

  @GuardedBy("lock") private Set<String> hiddenLocked(Set<String> tools, OnChange onChange) {
    if (onChange == OnChange.ALLOW) {
      return Set.of();
    }
    var hidden = new HashSet<>(book.held().keySet());
    for (var tool : tools) {
      // More than can be pinned: whether they change could not be told.
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

  /** Hears what becomes of the pins of one server. Must not block; safe for many threads. */
  public interface Listener {
    /** Tools say something else than was accepted; those of one list together, each change once. */
    void changed(List<ToolChange> changes);

    /** A person has accepted what these tools say. */
    void accepted(List<Accepted> tools);

    /** Pins cannot be kept; heard once. */
    void troubled(String why);
  }

  /** What a tool says of itself was accepted by a person. */
  public record Accepted(String server, String tool, Pin pin) {}
}
