package dev.belay.gateway.catalog;

import dev.belay.gateway.listing.Pins;
import dev.belay.gateway.listing.ToolChange;

/**
 * Receives the catalog's decisions, for the journal and the audit. Must not block; safe for use by
 * many threads.
 */
public interface CatalogListener {
  /** Ignores everything. */
  CatalogListener NONE =
      new CatalogListener() {
        @Override
        public void refused(String what, String principal, String reason) {}

        @Override
        public void changed(ToolChange change) {}

        @Override
        public void accepted(Pins.Accepted tool) {}
      };

  /**
   * A request was refused.
   *
   * @param what {@code policy} for a tool that the principal may not call, {@code definition} for
   *     one that is held back, {@code busy} for a list while too many are being served
   * @param reason in words
   */
  void refused(String what, String principal, String reason);

  /** A tool's definition differs from the accepted one. */
  void changed(ToolChange change);

  /** A person has accepted a tool's definition. */
  void accepted(Pins.Accepted tool);
}
