package dev.belay.gateway.catalog;

import dev.belay.gateway.listing.ToolAccepted;
import dev.belay.gateway.listing.ToolChange;

/**
 * Hears what the catalog decides, such as for the journal and an audit. Must not block; safe for
 * many threads.
 */
public interface CatalogListener {
  /** Nobody listens. */
  CatalogListener NONE =
      new CatalogListener() {
        @Override
        public void refused(String what, String principal, String reason) {}

        @Override
        public void changed(ToolChange change) {}

        @Override
        public void accepted(ToolAccepted tool) {}
      };

  /**
   * Somebody did not get what they asked for.
   *
   * @param what {@code policy} for a tool that they may not call, {@code definition} for one that
   *     is held back, {@code busy} for a list while too many are being served
   * @param reason in words
   */
  void refused(String what, String principal, String reason);

  /** A tool says something else of itself than was accepted. */
  void changed(ToolChange change);

  /** A person has accepted what a tool says of itself. */
  void accepted(ToolAccepted tool);
}
