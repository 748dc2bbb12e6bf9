package dev.belay.observe.audit;

import dev.belay.core.time.Time;
import dev.belay.mcp.envelope.JsonText;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Writer thread of the audit file; writes all waiting lines at once.
 *
 * <p>If the disk is full or gone, lines wait and are retried; only a call that awaits its line
 * learns of the failure at once.
 */
final class AuditWriter implements AutoCloseable {
  private static final Duration AGAIN = Duration.ofSeconds(1);
  private static final Duration FAREWELL = Duration.ofSeconds(2);

  private final AuditFile file;
  private final AuditQueue queue;
  private final boolean force;
  private final Consumer<String> report;
  private final Time time;
  private final CompletableFuture<Boolean> ended = new CompletableFuture<>();
  private boolean isFailing;

  AuditWriter(AuditFile file, AuditQueue queue, boolean force, Consumer<String> report, Time time) {
    this.file = file;
    this.queue = queue;
    this.force = force;
    this.report = report;
    this.time = time;
  }

  void start() {
    Thread.ofPlatform().name("belay-audit").daemon().start(this::run);
  }

  private void run() {
    try (file) {
      while (true) {
        var batch = queue.take();
        if (batch.isEmpty() || !write(batch)) {
          return;
        }
      }
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    } catch (IOException e) {
      report.accept("audit.file: closing failed: " + e.getMessage());
    } finally {
      ended.complete(true);
    }
  }

  /** Returns false if nothing more can be written, and retrying is pointless. */
  private boolean write(AuditQueue.Batch batch) throws InterruptedException {
    var fields = new ArrayList<String>();
    if (batch.dropped() > 0) {
      fields.add(gap(batch.dropped()));
    }
    batch.lines().forEach(line -> fields.add(line.fields()));
    var failure = tryToWrite(fields);
    while (failure != null && !force && !queue.isClosed()) {
      time.sleep(AGAIN);
      failure = tryToWrite(fields);
    }
    var word = failure == null ? "" : failure;
    batch.lines().forEach(line -> line.written().complete(word));
    if (failure == null) {
      return true;
    }
    queue.drop(batch.dropped() + batch.lines().size());
    if (queue.isClosed()) {
      return false;
    }
    time.sleep(AGAIN);
    return true;
  }

  /** Returns null if the lines are written, else the reason of the failure. */
  private @Nullable String tryToWrite(List<String> fields) {
    try {
      file.append(fields, force);
      if (isFailing) {
        report.accept("audit.file: writing works again");
      }
      isFailing = false;
      return null;
    } catch (IOException e) {
      if (!isFailing) {
        report.accept("audit.file: writing failed: " + e.getMessage());
      }
      isFailing = true;
      return String.valueOf(e.getMessage());
    }
  }

  private String gap(long missing) {
    return new JsonText()
        .text("at", time.wall().toString())
        .text("kind", "gap")
        .number("missing", missing)
        .toString();
  }

  /** Returns once waiting lines are written or given up. */
  @Override
  public void close() {
    queue.close();
    try {
      var _ = time.await(ended, FAREWELL);
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }
}
