package dev.belay.gateway.catalog;

import dev.belay.gateway.listing.Pins;
import dev.belay.gateway.listing.ToolChange;

/**
 * Hears what the catalog decides, such as for the journal and an audit. Must not block; safe for
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
   * @param what {@code policy} for a tool that they may not call, {@code definition} for one that
   *     is held back, {@code busy} for a list while too many are being served
   * @param reason in words
   */
  void refused(String what, String principal, String reason);

  /** A tool says something else of itself than was accepted. */
  void changed(ToolChange change);

  /** A person has accepted what a tool says of itself. */
  void accepted(Pins.Accepted tool);
}
