package dev.belay.cli.display;

import java.time.Duration;
import java.util.List;

/** How what is going on is shown. For one thread. */
sealed interface View permits LiveLine, PlainLines, NoView {
  /** {@return the view for a terminal that can do so much} */
  static View on(Terminal terminal) {
    return terminal.live() ? new LiveLine(terminal) : new PlainLines();
  }

  /** {@return the pause between looks; zero for no looks at all} */
  Duration every();

  /** {@return what to write while this is going on, line by line; may be nothing} */
  String draw(List<Snapshot> now);

  /** {@return what takes away all that must not stay; may be nothing} */
  String erase();
}
