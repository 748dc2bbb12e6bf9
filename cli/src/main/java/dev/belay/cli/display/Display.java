package dev.belay.cli.display;

import dev.belay.core.time.Time;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Standard error while a call runs: what is going on, and between it what the server and Belay say.
 *
 * <p>Concurrency: one platform thread, {@code belay-display}, alone writes and draws; all others
 * hand over through a bounded queue, so no lock is held over a slow terminal.
 */
public final class Display {
  private static final int MOST_WAITING = 256;

  private sealed interface Event {
    /** Time to look again. */
    record Look() implements Event {}

    /** Something to write. */
    record Write(Consumer<PrintStream> words, boolean endsLine) implements Event {}

    /** Nothing is going on from now on. */
    record Hide(CompletableFuture<Boolean> hidden) implements Event {}

    /** No more comes. */
    record Stop() implements Event {}
  }

  private record Stage(String what, long since) {}

  private final PrintStream err;
  private final View view;
  private final Time time;
  private final BlockingQueue<Event> events = new ArrayBlockingQueue<>(MOST_WAITING);
  private final Thread thread;
  private volatile @Nullable Stage stage;
  private volatile @Nullable Progress progress;
  private volatile boolean over;
  private boolean midLine; // of the thread alone

  /** Shows nothing yet. */
  public Display(PrintStream err, Terminal terminal, Time time) {
    this.err = err;
    this.time = time;
    view = View.on(terminal);
    thread = Thread.ofPlatform().name("belay-display").daemon().start(this::run);
    tick();
  }

  /** Shows from now on that {@code what} is going on. */
  public void begin(String what) {
    progress = null;
    stage = new Stage(what, time.nanos());
  }

  /** Takes the tool's newest word; never blocks. */
  public void progress(Progress newest) {
    progress = newest;
  }

  /** Writes a line of Belay's own. */
  public void say(String line) {
    write(("belay: " + line + "\n").getBytes(StandardCharsets.UTF_8));
  }

  /** Writes bytes as they are; waits where the terminal is slow. Nothing once it is closed. */
  public void write(byte[] chunk) {
    if (!over) {
      var copy = chunk.clone();
      boolean endsLine = copy.length == 0 || copy[copy.length - 1] == '\n';
      put(new Event.Write(to -> to.write(copy, 0, copy.length), endsLine));
    }
  }

  /** Takes away what must not stay, and comes back when that is done. */
  public void hide() {
    stage = null;
    var hidden = new CompletableFuture<Boolean>();
    if (put(new Event.Hide(hidden))) {
      hidden.join();
    }
  }

  /** Writes what is left, and ends. */
  public void close() throws InterruptedException {
    over = true;
    put(new Event.Stop());
    thread.join();
  }

  private boolean put(Event event) {
    try {
      events.put(event);
      return true;
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  private void tick() {
    var _ = events.offer(new Event.Look());
    if (!over) {
      var _ = time.after(view.every(), this::tick);
    }
  }

  private void run() {
    try {
      while (true) {
        switch (events.take()) {
          case Event.Look _ -> draw();
          case Event.Write(Consumer<PrintStream> words, boolean endsLine) -> {
            print(view.erase());
            words.accept(err);
            err.flush();
            midLine = !endsLine;
          }
          case Event.Hide(CompletableFuture<Boolean> hidden) -> {
            print(view.erase());
            hidden.complete(true);
          }
          case Event.Stop _ -> {
            print(view.erase());
            return;
          }
        }
      }
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }

  private void draw() {
    var now = stage;
    if (now != null && !midLine) {
      var elapsed = Duration.ofNanos(time.nanos() - now.since());
      print(view.draw(new Snapshot(now.what(), elapsed, progress)));
    }
  }

  private void print(String text) {
    if (!text.isEmpty()) {
      err.print(text);
      err.flush();
    }
  }
}
