package dev.belay.cli.server;

import dev.belay.access.Refusals;
import dev.belay.access.SparseRefusals;
import dev.belay.config.AuditSettings;
import dev.belay.core.call.Ledger;
import dev.belay.core.journal.Journal;
import dev.belay.core.journal.ToolEvent;
import dev.belay.core.time.Time;
import dev.belay.gateway.call.Decisions;
import dev.belay.gateway.call.Decisions.Decision;
import dev.belay.gateway.catalog.CatalogListener;
import dev.belay.gateway.listing.Pins;
import dev.belay.gateway.listing.ToolChange;
import dev.belay.gateway.listing.ToolIndex;
import dev.belay.observe.audit.AuditLog;
import java.io.IOException;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The audit log of {@code belay serve}, if one is configured.
 *
 * @param log null if none is configured
 * @param refusals receives refused requests
 */
public record Audit(@Nullable AuditLog log, Refusals refusals) implements AutoCloseable {
  /**
   * Opens the log, if one is configured.
   *
   * @throws IOException if it cannot be opened; the message names the file
   */
  public static Audit open(AuditSettings settings, Consumer<String> report, Time time)
      throws IOException {
    var file = settings.file();
    if (file == null) {
      return new Audit(null, Refusals.NONE);
    }
    try {
      var log = AuditLog.open(file, settings, report, time);
      Refusals each =
          (what, principal, reason) ->
              log.decided(new Decision(what, "refused", principal, null, reason));
      return new Audit(log, new SparseRefusals(each, time));
    } catch (IOException e) {
      throw new IOException("audit.file: cannot write " + file + ": " + e.getMessage());
    }
  }

  /** {@return an audit without a log} */
  public static Audit none() {
    return new Audit(null, Refusals.NONE);
  }

  /** {@return the ledger that calls wait for} */
  Ledger ledger() {
    return log == null ? Ledger.NONE : log;
  }

  /** {@return the recipient of decisions} */
  Decisions decisions() {
    return log == null ? Decisions.NONE : log;
  }

  /** Sets where to look up which arguments the tools of each server declare secret. */
  void goBy(Function<String, ToolIndex> tools) {
    if (log != null) {
      log.goBy(tools);
    }
  }

  /** Applies a changed configuration, except for the log's file. */
  void replace(AuditSettings changed) {
    if (log != null) {
      log.replace(changed);
    }
  }

  @Override
  public void close() {
    if (log != null) {
      log.close();
    }
  }

  /** Records the catalog's decisions about tools and lists in the journal and the audit log. */
  record ToolDecisions(Journal journal, Decisions decisions) implements CatalogListener {
    private static final String DEFINITION = "definition";

    /** The actor of decisions by configuration, or by a command on this machine. */
    private static final String BELAY = "belay";

    @Override
    public void refused(String what, String principal, String reason) {
      decisions.decided(new Decision(what, "refused", principal, null, reason));
    }

    @Override
    public void changed(ToolChange change) {
      journal.publish(
          new ToolEvent.Changed(
              change.server(),
              change.tool(),
              change.accepted().sha256(),
              change.seen().sha256(),
              change.word()));
      decisions.decided(new Decision(DEFINITION, change.word(), BELAY, null, change.line()));
    }

    @Override
    public void accepted(Pins.Accepted tool) {
      journal.publish(new ToolEvent.Accepted(tool.server(), tool.tool(), tool.pin().sha256()));
      var why =
          "tool "
              + tool.server()
              + "__"
              + tool.tool()
              + " is accepted, sha256 "
              + tool.pin().shortHash();
      decisions.decided(new Decision(DEFINITION, "accepted", BELAY, null, why));
    }
  }
}
