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
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Standard error while a server runs: live lines of what is going on, between the lines that the
 * server and Belay write.
 *
 * <p>Concurrency: one platform thread, {@code belay-stderr}, alone writes and draws. All others
 * hand over through a bounded backlog and never wait, so that an unread standard error blocks no
 * thread (P20). Lines that do not fit are dropped and counted.
 */
public final class Display {
  private static final int ROOM = 4 * 1024 * 1024;

  /** How long a caller waits at an end for pending output to be written. */
  private static final Duration PATIENCE = Duration.ofMillis(500);

  /** How long lines of one kind are only counted before their number is written. */
  private static final Duration COUNTING = Duration.ofSeconds(1);

  private sealed interface Event {
    /** Redraws. */
    record Look() implements Event {}

    /** Writes something. */
    record Write(Consumer<PrintStream> words, boolean endsLine) implements Event {}

    /** Completes when all earlier output is written and the live lines are erased. */
    record Settle(CompletableFuture<Boolean> settled) implements Event {}

    /** Leaves the stream to another thread until that gives it back. */
    record Lend(Lent lent) implements Event {}

    /** Ends the thread. */
    record Stop(CompletableFuture<Boolean> stopped) implements Event {}
  }

  /** Makes lines on the thread that writes them, so that others do not wait for it. */
  @FunctionalInterface
  public interface Lines {
    /** {@return whole lines, without controls where a terminal shows them} */
    String text(boolean isTerminal);
  }

  private final PrintStream err;
  private final BooleanSupplier isTerminal;
  private final View view;
  private final Function<String, Lines> own;
  private final Time time;
  private final Backlog<Event> backlog = new Backlog<>(ROOM);
  private final RepeatedLines repeats = new RepeatedLines();
  private final AtomicBoolean lookWaits = new AtomicBoolean();
  private final Stages stages;
  private final Thread writer;
  private volatile boolean over;

  /** Whether the thread is at an event, at which a reader or a borrower may block it. */
  private volatile boolean isWriting;

  private boolean midLine; // confined to the thread
  private @Nullable Boolean obeys; // confined to the thread; null until asked

  /**
   * Creates a display that shows nothing yet.
   *
   * @param isTerminal tells whether {@code err} would obey what servers say; asked once, before the
   *     first word, since asking takes a while
   */
  public Display(PrintStream err, BooleanSupplier isTerminal, Terminal terminal, Time time) {
    this(err, isTerminal, View.on(terminal), time, Display::named);
  }

  private Display(
      PrintStream err,
      BooleanSupplier isTerminal,
      View view,
      Time time,
      Function<String, Lines> own) {
    this.err = err;
    this.isTerminal = isTerminal;
    this.view = view;
    this.own = own;
    this.time = time;
    stages = new Stages(time);
    writer = Thread.ofPlatform().name("belay-stderr").daemon().unstarted(this::run);
    writer.start();
    tick();
  }

  /**
   * {@return a display without live lines, which only passes on what is written}
   *
   * @param isTerminal tells whether {@code err} would obey what servers say; asked once, before the
   *     first word, since asking takes a while
   */
  public static Display ofWords(PrintStream err, BooleanSupplier isTerminal, Time time) {
    return ofWords(err, isTerminal, time, Display::named);
  }

  /**
   * {@return the same in a form of its own}
   *
   * @param own makes the lines of a message of Belay's own
   */
  public static Display ofWords(
      PrintStream err, BooleanSupplier isTerminal, Time time, Function<String, Lines> own) {
    return new Display(err, isTerminal, new NoView(), time, own);
  }

  private static Lines named(String text) {
    var line = "belay: " + text + "\n";
    return isTerminal -> isTerminal ? Controls.shown(line) : line;
  }

  /** Shows {@code what} as the only activity from now on. */
  public void begin(String what) {
    stages.clear();
    stages.begin(Stages.ONLY, what, /* waits= */ false, Duration.ZERO);
  }

  /**
   * Adds an activity, shown on a line of its own.
   *
   * @param key identifies the activity; an earlier one with this key is replaced
   * @param ago how long it has already been going on
   */
  public void begin(String key, String what, Duration ago) {
    stages.begin(key, what, /* waits= */ false, ago);
  }

  /** Adds a wait, shown below the running activities. */
  public void await(String key, String what) {
    stages.begin(key, what, /* waits= */ true, Duration.ZERO);
  }

  /** Removes the activity with the key, if there is one. */
  public void end(String key) {
    stages.end(key);
  }

  /** Sets the tool's latest progress. */
  public void progress(ShownProgress newest) {
    stages.progress(Stages.ONLY, newest);
  }

  /** Sets the latest progress of the activity with the key. */
  public void progress(String key, ShownProgress newest) {
    stages.progress(key, newest);
  }

  /** Writes a line of Belay's own; of very many of one kind, only the number. */
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
    write(line.length(), own.apply(line));
  }

  /**
   * Writes lines once they are made. Has no effect once closed.
   *
   * @param size about how many characters they have
   */
  public void write(int size, Lines lines) {
    if (!over) {
      Consumer<PrintStream> words =
          to -> to.writeBytes(lines.text(obeys()).getBytes(StandardCharsets.UTF_8));
      backlog.offer(new Event.Write(words, /* endsLine= */ true), size, 1);
    }
  }

  /** Writes bytes as they are, except what a terminal would obey. Has no effect once closed. */
  public void write(byte[] chunk) {
    byte[] bytes = chunk.clone();
    offer(bytes, to -> to.writeBytes(obeys() ? shown(bytes) : bytes));
  }

  /** Writes a line coloured by Belay, which contains no unchecked text. */
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

  /** Erases the live lines, and returns when that is done or standard error is not read. */
  public void hide() throws InterruptedException {
    stages.clear();
    settle();
  }

  /** Returns when all earlier output is written or standard error is not read. */
  public void settle() throws InterruptedException {
    sayRest();
    if (!over) {
      var settled = new CompletableFuture<Boolean>();
      backlog.put(new Event.Settle(settled));
      awaitWriter(settled);
    }
  }

  /** Waits until that event is done or standard error is not read. */
  private void awaitWriter(CompletableFuture<Boolean> event) throws InterruptedException {
    boolean isDone = time.await(event, PATIENCE);
    // Between two events only the scheduler can delay the thread, and that ends.
    while (!isDone && !isWriting && writer.isAlive()) {
      isDone = time.await(event, PATIENCE);
    }
  }

  /**
   * Standard error in the hands of one thread. All else that is written waits, within the bounds of
   * the display.
   */
  public final class Lent {
    private final CompletableFuture<Boolean> begun = new CompletableFuture<>();
    private final CompletableFuture<Boolean> returned = new CompletableFuture<>();
    private volatile boolean awaitsEnter;

    private Lent() {}

    /** Writes a text, without what a terminal would obey, unless it was given back. */
    public void print(String text) {
      if (!returned.isDone() && !text.isEmpty()) {
        awaitsEnter = !text.endsWith("\n");
        Display.this.print(Controls.shown(text));
      }
    }

    /** Removes the last character of the line, unless it was given back. */
    public void erase() {
      if (!returned.isDone()) {
        Display.this.print("\b \b");
      }
    }

    /** A person has ended the line. */
    public void entered() {
      awaitsEnter = false;
    }

    /** Gives it back; has no effect if that was done. */
    public void giveBack() {
      returned.complete(true);
    }
  }

  /** {@return standard error for a question to a person, after what was written before} */
  public Lent lend() {
    var lent = new Lent();
    backlog.put(new Event.Lend(lent));
    lent.begun.join();
    return lent;
  }

  /** Writes the remaining output as long as standard error is read, and ends. */
  public void close() throws InterruptedException {
    sayRest();
    over = true;
    var stopped = new CompletableFuture<Boolean>();
    backlog.put(new Event.Stop(stopped));
    awaitWriter(stopped);
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
        isWriting = true;
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
          case Event.Lend(Lent lent) -> {
            print(view.erase() + (midLine ? "\n" : ""));
            midLine = false;
            lent.begun.complete(true);
            lent.returned.join();
            print(lent.awaitsEnter ? "\n" : "");
          }
          case Event.Stop(CompletableFuture<Boolean> stopped) -> {
            print(view.erase());
            stopped.complete(true);
            return;
          }
        }
        isWriting = false;
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
    var told =
        own.apply(lines + " lines were dropped here: standard error was not read fast enough.");
    var text = (midLine ? "\n" : "") + told.text(obeys());
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
