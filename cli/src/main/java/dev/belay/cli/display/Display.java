package dev.belay.cli.display;

import dev.belay.cli.display.View.NoView;
import dev.belay.core.time.Time;
import dev.belay.mcp.envelope.Controls;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Standard error while a server runs: what is going on, and between it what the server and Belay
 * say.
 *
 * <p>Concurrency: one platform thread, {@code belay-stderr}, alone writes and draws; all others
 * hand over through a bounded backlog and never wait, so that whoever does not read standard error
 * stops nobody (P20). Lines that do not fit are dropped and counted.
 */
public final class Display {
  private static final int ROOM = 4 * 1024 * 1024;

  /** How long whoever ends something waits for what was said to be written. */
  private static final Duration PATIENCE = Duration.ofMillis(500);

  /** How long lines of one kind are only counted before their number is told. */
  private static final Duration COUNTING = Duration.ofSeconds(1);

  private sealed interface Event {
    /** Time to look again. */
    record Look() implements Event {}

    /** Something to write. */
    record Write(Consumer<PrintStream> words, boolean endsLine) implements Event {}

    /** All before is to be written, and what must not stay taken away. */
    record Settle(CompletableFuture<Boolean> settled) implements Event {}

    /** No more comes. */
    record Stop(CompletableFuture<Boolean> stopped) implements Event {}
  }

  private final PrintStream err;
  private final BooleanSupplier isTerminal;
  private final View view;
  private final Time time;
  private final Backlog<Event> backlog = new Backlog<>(ROOM);
  private final Repeats repeats = new Repeats();
  private final AtomicBoolean lookWaits = new AtomicBoolean();
  private final Stages stages;
  private volatile boolean over;
  private boolean midLine; // of the thread alone
  private @Nullable Boolean obeys; // of the thread alone; null before it had to know

  /**
   * Shows nothing yet.
   *
   * @param isTerminal tells whether {@code err} would obey what servers say; asked once, before the
   *     first word, since asking takes a while
   */
  public Display(PrintStream err, BooleanSupplier isTerminal, Terminal terminal, Time time) {
    this(err, isTerminal, View.on(terminal), time);
  }

  private Display(PrintStream err, BooleanSupplier isTerminal, View view, Time time) {
    this.err = err;
    this.isTerminal = isTerminal;
    this.view = view;
    this.time = time;
    stages = new Stages(time);
    Thread.ofPlatform().name("belay-stderr").daemon().start(this::run);
    tick();
  }

  /**
   * {@return a display that passes on what is said, and never shows what is going on}
   *
   * @param isTerminal tells whether {@code err} would obey what servers say; asked once, before the
   *     first word, since asking takes a while
   */
  public static Display ofWords(PrintStream err, BooleanSupplier isTerminal, Time time) {
    return new Display(err, isTerminal, new NoView(), time);
  }

  /** Shows from now on that {@code what} is going on, and nothing else. */
  public void begin(String what) {
    stages.clear();
    stages.begin(Stages.ONLY, what, /* waits= */ false, Duration.ZERO);
  }

  /**
   * Shows from now on that this is going on too, on a line of its own.
   *
   * @param key what it is known by; one of that key is replaced
   * @param ago how long it has been going on already
   */
  public void begin(String key, String what, Duration ago) {
    stages.begin(key, what, /* waits= */ false, ago);
  }

  /** Shows from now on that this is waited for, below what is going on. */
  public void await(String key, String what) {
    stages.begin(key, what, /* waits= */ true, Duration.ZERO);
  }

  /** Shows no longer what is known by that key; nothing if there is none. */
  public void end(String key) {
    stages.end(key);
  }

  /** Takes the tool's newest word. */
  public void progress(Progress newest) {
    stages.progress(Stages.ONLY, newest);
  }

  /** Writes a line of Belay's own; of very many of one kind, their number. */
  public void say(String line) {
    var said = repeats.next(line);
    said.lines().forEach(this::writeLine);
    if (said.starts()) {
      var _ = time.after(COUNTING, this::sayRest);
    }
  }

  private void sayRest() {
    repeats.rest().forEach(this::writeLine);
  }

  private void writeLine(String line) {
    write(("belay: " + line + "\n").getBytes(StandardCharsets.UTF_8));
  }

  /** Writes bytes as they are, unless a terminal would obey them. Nothing once it is closed. */
  public void write(byte[] chunk) {
    byte[] bytes = chunk.clone();
    offer(bytes, to -> to.writeBytes(obeys() ? shown(bytes) : bytes));
  }

  /** Writes a line whose colours are Belay's own, and which holds no other text as it came. */
  public void writeColoured(String line) {
    byte[] bytes = line.getBytes(StandardCharsets.UTF_8);
    offer(bytes, to -> to.writeBytes(bytes));
  }

  private void offer(byte[] bytes, Consumer<PrintStream> words) {
    if (!over) {
      backlog.offer(new Event.Write(words, endsLine(bytes)), bytes.length, lines(bytes));
    }
  }

  private boolean obeys() {
    var known = obeys;
    if (known == null) {
      known = isTerminal.getAsBoolean();
      obeys = known;
    }
    return known;
  }

  private static byte[] shown(byte[] chunk) {
    return Controls.shown(new String(chunk, StandardCharsets.UTF_8))
        .getBytes(StandardCharsets.UTF_8);
  }

  private static boolean endsLine(byte[] bytes) {
    return bytes.length == 0 || bytes[bytes.length - 1] == '\n';
  }

  private static long lines(byte[] chunk) {
    long lines = 0;
    for (byte one : chunk) {
      lines += one == '\n' ? 1 : 0;
    }
    return lines;
  }

  /** Takes away what must not stay, and comes back when that is done, or nobody reads. */
  public void hide() throws InterruptedException {
    stages.clear();
    settle();
  }

  /** Comes back when all is written that was said before, or nobody reads. */
  public void settle() throws InterruptedException {
    sayRest();
    if (!over) {
      var settled = new CompletableFuture<Boolean>();
      backlog.put(new Event.Settle(settled));
      time.await(settled, PATIENCE);
    }
  }

  /** Writes what is left for as long as somebody reads it, and ends. */
  public void close() throws InterruptedException {
    sayRest();
    over = true;
    var stopped = new CompletableFuture<Boolean>();
    backlog.put(new Event.Stop(stopped));
    time.await(stopped, PATIENCE);
  }

  private void tick() {
    if (over || view.every().isZero()) {
      return;
    }
    if (lookWaits.compareAndSet(false, true)) {
      backlog.put(new Event.Look());
    }
    var _ = time.after(view.every(), this::tick);
  }

  private void run() {
    try {
      while (true) {
        var next = backlog.take();
        if (next.droppedBefore() > 0) {
          tellDropped(next.droppedBefore());
        }
        switch (next.event()) {
          case Event.Look _ -> {
            lookWaits.set(false);
            draw();
          }
          case Event.Write write -> print(write);
          case Event.Settle(CompletableFuture<Boolean> settled) -> {
            print(view.erase());
            settled.complete(true);
          }
          case Event.Stop(CompletableFuture<Boolean> stopped) -> {
            print(view.erase());
            stopped.complete(true);
            return;
          }
        }
      }
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }

  private void print(Event.Write write) {
    print(view.erase());
    write.words().accept(err);
    err.flush();
    midLine = !write.endsLine();
  }

  private void tellDropped(long lines) {
    var text =
        (midLine ? "\n" : "")
            + "belay: "
            + lines
            + " lines were dropped here: standard error was not read fast enough.\n";
    print(new Event.Write(to -> to.print(text), /* endsLine= */ true));
  }

  private void draw() {
    if (!midLine) {
      print(view.draw(stages.now()));
    }
  }

  private void print(String text) {
    if (!text.isEmpty()) {
      err.print(text);
      err.flush();
    }
  }
}
