package dev.belay.cli.display;

import java.time.Duration;
import java.util.List;

/** Nothing but what is said: nobody watches, or what runs is none of Belay's own. */
final class NoView implements View {
  @Override
  public Duration every() {
    return Duration.ZERO;
  }

  @Override
  public String draw(List<Snapshot> now) {
    return "";
  }

  @Override
  public String erase() {
    return "";
  }
}
