package dev.belay.observe.audit;

import dev.belay.config.AuditSettings;
import dev.belay.core.call.Call;
import dev.belay.core.call.CallId;
import dev.belay.core.call.Ledger;
import dev.belay.core.call.LedgerException;
import dev.belay.core.call.Outcome;
import dev.belay.core.time.Time;
import dev.belay.gateway.call.Decisions;
import dev.belay.gateway.listing.ToolIndex;
import dev.belay.mcp.envelope.JsonText;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Audit log with one line for each ended call and each decision, in a file of its own.
 *
 * <p>Loses no line silently. As a {@link Ledger} it makes calls wait if lines arrive faster than
 * the disk takes them; after its patience a line is dropped, and a later line has the number of
 * dropped ones. With {@code audit.fsync} a call ends only once its line is on the disk, and fails
 * if that is impossible. Safe for use by many threads.
 */
public final class AuditLog implements Ledger, Decisions, AutoCloseable {
  /**
   * The wait of a call for room; its wait for the disk is longer, since the operator asked for
   * that.
   */
  private static final Duration PATIENCE = Duration.ofSeconds(1);

  private static final Duration DISK_PATIENCE = Duration.ofSeconds(10);

  private volatile AuditSettings settings;
  private final AuditQueue queue;
  private final AuditWriter writer;
  private volatile Function<String, ToolIndex> tools = _ -> ToolIndex.EMPTY;
  private final Time time;

  private AuditLog(AuditSettings settings, AuditFile file, Consumer<String> report, Time time) {
    this.settings = settings;
    this.time = time;
    queue = new AuditQueue(AuditQueue.MOST, time);
    writer = new AuditWriter(file, queue, settings.fsync(), report, time);
  }

  /** {@return every file that a log with these settings may create; empty if it is off} */
  public static List<Path> files(AuditSettings settings) {
    var file = settings.file();
    return file == null ? List.of() : AuditFile.all(file, settings.maxFiles());
  }

  /**
   * Opens the log, and continues at its end.
   *
   * @param path {@code audit.file}
   * @param report receives a line when writing fails, and when it works again
   * @throws IOException if it cannot be opened
   */
  public static AuditLog open(Path path, AuditSettings settings, Consumer<String> report, Time time)
      throws IOException {
    var file = AuditFile.open(path, settings.maxFileBytes(), settings.maxFiles());
    var log = new AuditLog(settings, file, report, time);
    log.writer.start();
    var _ = log.queue.offer(line(log.entry("opened")));
    return log;
  }

  /** Applies changed settings of arguments and of the disk; the file stays. */
  public void replace(AuditSettings changed) {
    settings = changed;
  }

  /**
   * Sets the source of tools' declarations, which mark secret arguments.
   *
   * @param tools returns what is known of the tools of a server, by its name
   */
  public void goBy(Function<String, ToolIndex> tools) {
    this.tools = tools;
  }

  @Override
  public void settled(Call call, Outcome outcome) throws LedgerException {
    var info = call.info();
    var json =
        entry("call")
            .text("id", info.id().toString())
            .text("tool", info.tool())
            .text("upstream", info.upstream())
            .text("principal", info.caller().principal())
            .text("session", info.caller().sessionId())
            .text("outcome", outcome.word())
            .text("detail", outcome.detail())
            .text("by", by(outcome))
            .text("accepted_at", info.acceptedAt().toString())
            .number("attempts", call.attempt())
            .text("shared_with", call.sharedWith().map(CallId::toString).orElse(null))
            .seconds("waited_s", call.waited())
            .seconds("ran_s", call.elapsed());
    new AuditedArguments(settings.arguments(), tools).addTo(json, call);
    keep(line(json));
  }

  /** Returns who ended the call, or why it was refused. */
  private static String by(Outcome outcome) {
    return switch (outcome) {
      case Outcome.Cancelled(var _, String by) -> by;
      case Outcome.Refused(var _, String reason) -> reason;
      case Outcome.Completed _, Outcome.Failed _, Outcome.TimedOut _ -> "";
    };
  }

  @Override
  public void decided(Decision decision) {
    var json =
        entry("decision")
            .text("what", decision.what())
            .text("verdict", decision.verdict())
            .text("principal", decision.principal())
            .text("call", decision.callId())
            .text("reason", decision.reason());
    if (!queue.offer(line(json))) {
      queue.drop(1);
    }
  }

  private JsonText entry(String kind) {
    return new JsonText().text("at", time.wall().toString()).text("kind", kind);
  }

  private static AuditQueue.Line line(JsonText json) {
    return new AuditQueue.Line(json.toString(), new CompletableFuture<>());
  }

  private void keep(AuditQueue.Line line) throws LedgerException {
    try {
      boolean taken = queue.put(line, PATIENCE);
      if (!taken) {
        queue.drop(1);
      }
      if (settings.fsync()) {
        awaitDisk(taken, line);
      }
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
      throw new LedgerException("interrupted while the audit log was written");
    }
  }

  private void awaitDisk(boolean taken, AuditQueue.Line line)
      throws LedgerException, InterruptedException {
    if (!taken || !time.await(line.written(), DISK_PATIENCE)) {
      throw new LedgerException("the audit log does not take more");
    }
    var failure = line.written().join();
    if (!failure.isEmpty()) {
      throw new LedgerException("the audit log could not be written: " + failure);
    }
  }

  /** Writes waiting lines, and accepts no more. */
  @Override
  public void close() {
    writer.close();
  }
}
