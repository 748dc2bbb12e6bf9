package dev.belay.cli.server;

import dev.belay.core.journal.Journal;
import dev.belay.core.journal.ToolEvent;
import dev.belay.gateway.audit.Decisions;
import dev.belay.gateway.audit.Decisions.Decision;
import dev.belay.gateway.catalog.CatalogListener;
import dev.belay.gateway.listing.ToolAccepted;
import dev.belay.gateway.listing.ToolChange;

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
  public void accepted(ToolAccepted tool) {
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
