package dev.belay.cli.log;

import dev.belay.cli.display.Ink;
import dev.belay.cli.log.LogLine.CallLine;
import dev.belay.cli.log.LogLine.Figures;
import dev.belay.core.call.Outcome;
import dev.belay.core.journal.CallEvent;
import dev.belay.core.journal.Journal;
import dev.belay.core.journal.Subject;
import dev.belay.core.time.Time;
import dev.belay.mcp.envelope.JsonText;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BinaryOperator;
import java.util.stream.Collectors;

/**
 * Writes a line for each call at its end, from the journal, and counts them.
 *
 * <p>In a flood of calls only so many lines are written in a second; the others are counted, and
 * their sum is written. The calls never wait for it. Concurrency: one thread reads; it is
 * interrupted at the end, and then another one reads what is left.
 */
public final class CallLog implements AutoCloseable {
  /** Lines in a second that a person may still follow. */
  static final int MOST = 100;

  /** Lines in a second for programs. */
  static final int MOST_JSON = 1_000;

  /** Bounds how often the thread is woken; the journal keeps what happens meanwhile. */
  private static final Duration PAUSE = Duration.ofMillis(20);

  private static final Duration SECOND = Duration.ofSeconds(1);

  private final Journal.Reader reader;
  private final ServeLog log;
  private final BinaryOperator<String> names;
  private final Time time;
  private final Thread thread;
  private final Sums sums = new Sums();
  private Sums leftOut = new Sums();
  private long second;
  private int written;

  /** How many calls ended in which way. Not safe for use by several threads. */
  static final class Sums {
    private static final List<String> ORDER =
        List.of("completed", Outcome.ERROR, "failed", "timed out", "cancelled", "refused");

    private final Map<String, Long> byOutcome =
        new TreeMap<>(Comparator.<String>comparingInt(ORDER::indexOf));
    private long missed;

    void add(String outcome) {
      byOutcome.merge(outcome, 1L, Long::sum);
    }

    long all() {
      return byOutcome.values().stream().mapToLong(Long::longValue).sum();
    }

    String words() {
      return byOutcome.entrySet().stream()
          .map(entry -> "%,d %s".formatted(entry.getValue(), entry.getKey()))
          .collect(Collectors.joining(", "));
    }

    JsonText fields() {
      var json = new JsonText();
      byOutcome.forEach(json::number);
      return json;
    }
  }

  /**
   * Begins to read with the first event.
   *
   * @param names returns what clients call a tool, of a server and its own name for it
   */
  public CallLog(Journal journal, ServeLog log, BinaryOperator<String> names, Time time) {
    reader = journal.readerFrom(0);
    this.log = log;
    this.names = names;
    this.time = time;
    second = time.nanos();
    thread = Thread.ofPlatform().name("belay-call-log").daemon().unstarted(this::run);
  }

  /** Reads from now on, on a thread of its own. */
  public void start() {
    thread.start();
  }

  private void run() {
    try {
      while (true) {
        take(reader.next());
        drain();
        time.sleep(PAUSE);
        if (leftOut.all() > 0) {
          awaitSum();
        }
      }
    } catch (InterruptedException _) {
      // Closed, and what is left is read by the one who closes.
      Thread.currentThread().interrupt();
    }
  }

  /** The next event may come late, and the sum of those left out would come with it. */
  private void awaitSum() throws InterruptedException {
    while (leftOut.all() > 0) {
      time.sleep(PAUSE);
      drain();
      turn();
    }
  }

  void drain() {
    for (var reading = reader.poll(); reading != null; reading = reader.poll()) {
      take(reading);
    }
  }

  private void take(Journal.Reading reading) {
    switch (reading) {
      case Journal.Gap(long gone) -> sums.missed += gone;
      case Journal.Entry(_, _, Subject subject, CallEvent.Settled settled) ->
          settled(subject, settled);
      case Journal.Entry _, Journal.ToolEntry _ -> {}
    }
  }

  private void settled(Subject subject, CallEvent.Settled settled) {
    var ending = CallLine.ending(settled.outcome(), settled.detail());
    sums.add(ending);
    if (log.isQuiet()) {
      return;
    }
    turn();
    if (written >= (log.isJson() ? MOST_JSON : MOST)) {
      leftOut.add(ending);
      return;
    }
    written++;
    var server = subject.upstream();
    log.write(
        new CallLine(
            subject.callId(),
            subject.client(),
            subject.principal(),
            server,
            server == null ? subject.tool() : names.apply(server, subject.tool()),
            settled.outcome(),
            settled.detail(),
            settled.waited(),
            settled.ran(),
            log.isVerbose()));
  }

  /** Begins the next second, if it is time. */
  private void turn() {
    long now = time.nanos();
    if (now - second >= SECOND.toNanos()) {
      second = now;
      written = 0;
      writeSum();
    }
  }

  private void writeSum() {
    if (leftOut.all() > 0) {
      var fields =
          new JsonText()
              .text("event", "calls_left_out")
              .number("calls", leftOut.all())
              .object("by_outcome", leftOut.fields());
      var words = "… %,d more calls: %s".formatted(leftOut.all(), leftOut.words());
      log.write(new Figures(words, fields, Ink.FAINT));
      leftOut = new Sums();
    }
  }

  /** Stops reading. */
  @Override
  public void close() {
    thread.interrupt();
  }

  /**
   * Reads what is left, and writes the sums.
   *
   * @param processes how many processes were ended at last
   */
  public void sayGoodbye(Duration ran, int processes) throws InterruptedException {
    thread.interrupt();
    thread.join();
    drain();
    if (log.isQuiet()) {
      return;
    }
    writeSum();
    long calls = sums.all();
    var words =
        "goodbye after "
            + LogLine.time(ran)
            + ": "
            + (calls == 0
                ? "no calls"
                : "%,d %s (%s)".formatted(calls, calls == 1 ? "call" : "calls", sums.words()))
            + (sums.missed == 0
                ? ""
                : ", and %,d events came too fast to be counted".formatted(sums.missed))
            + (processes == 0
                ? ""
                : "; %,d %s ended"
                    .formatted(processes, processes == 1 ? "process was" : "processes were"));
    var fields =
        new JsonText()
            .text("event", "goodbye")
            .seconds("ran_s", ran)
            .number("calls", calls)
            .object("by_outcome", sums.fields())
            .number("events_missed", sums.missed)
            .number("processes_ended", processes);
    log.write(new Figures(words, fields, Ink.BOLD));
  }
}
