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
 * The audit log of {@code belay serve}, where configuration asks for one; else nothing.
 *
 * @param log null where nothing is kept
 * @param refusals what hears of whoever is turned away
 */
public record Audit(@Nullable AuditLog log, Refusals refusals) implements AutoCloseable {
  /**
   * Opens the log, if there is to be one.
   *
   * @throws IOException if it cannot be opened; says which
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

  /** {@return one that keeps nothing} */
  public static Audit none() {
    return new Audit(null, Refusals.NONE);
  }

  /** {@return what calls wait for} */
  Ledger ledger() {
    return log == null ? Ledger.NONE : log;
  }

  /** {@return what hears of decisions} */
  Decisions decisions() {
    return log == null ? Decisions.NONE : log;
  }

  /** Goes by what the tools of each server say, from now on: which arguments are secret. */
  void goBy(Function<String, ToolIndex> tools) {
    if (log != null) {
      log.goBy(tools);
    }
  }

  /** Goes by what a changed configuration says, but for where the log is. */
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

  /** Has the journal and the audit log know what the catalog decides about tools and lists. */
  record ToolDecisions(Journal journal, Decisions decisions) implements CatalogListener {
    private static final String DEFINITION = "definition";

    /** Who decides by the configuration, or by a command on this machine. */
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
