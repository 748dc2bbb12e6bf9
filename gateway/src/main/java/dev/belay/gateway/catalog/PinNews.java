package dev.belay.gateway.catalog;

import dev.belay.gateway.listing.PinListener;
import dev.belay.gateway.listing.ToolAccepted;
import dev.belay.gateway.listing.ToolChange;
import dev.belay.gateway.upstream.Report;
import java.util.List;

/**
 * Passes on what becomes of pins: to whoever keeps it, to people, and to clients, whose list has
 * changed where a tool was accepted.
 */
record PinNews(CatalogListener listener, Report report, Runnable listed) implements PinListener {
  /** Each change is kept, but nobody reads more of them at a time. */
  private static final int MOST_CHANGES = 10;

  @Override
  public void changed(List<ToolChange> changes) {
    changes.forEach(listener::changed);
    changes.stream().limit(MOST_CHANGES).forEach(change -> troubled(change.line()));
    if (changes.size() > MOST_CHANGES) {
      troubled((changes.size() - MOST_CHANGES) + " more tools have changed");
    }
  }

  @Override
  public void accepted(List<ToolAccepted> tools) {
    tools.forEach(listener::accepted);
    listed.run();
  }

  @Override
  public void troubled(String why) {
    report.say("warning: " + why);
  }
}
