package dev.belay.cli.display;

import dev.belay.cli.display.View.Snapshot;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * A continually redrawn line for each activity: a spinner, the time in a colour that shows how long
 * it takes, the tool's own bar and message.
 */
final class LiveLine implements View {
  private static final Duration FRAME = Duration.ofMillis(100);

  /** An activity shorter than this gets no line, which would only flicker. */
  private static final Duration UNSEEN = Duration.ofMillis(200);

  /** Most lines; more than a small terminal has rows could not be redrawn. */
  private static final int MOST = 15;

  private static final String ERASE = "\r\u001b[K";
  private static final int BAR = 10;

  private final Terminal terminal;
  private int frame;
  private int drawn;

  LiveLine(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Duration every() {
    return FRAME;
  }

  @Override
  public String draw(List<Snapshot> now) {
    if (drawn == 0 && now.stream().allMatch(one -> one.elapsed().compareTo(UNSEEN) < 0)) {
      return "";
    }
    if (now.isEmpty()) {
      return erase();
    }
    var before = drawn == 0 ? ERASE : erase();
    var spinner = terminal.unicode() ? "⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏" : "|/-\\";
    var turn = spinner.charAt(frame++ % spinner.length());
    var lines = new ArrayList<String>();
    now.stream().limit(MOST).forEach(one -> lines.add(line(turn, one)));
    if (now.size() > MOST) {
      lines.add("  and " + (now.size() - MOST) + " more");
    }
    drawn = lines.size();
    return before + String.join("\n", lines);
  }

  private String line(char turn, Snapshot now) {
    var time = now.time();
    var before = turn + " " + cut(now.what(), terminal.columns() - 4 - time.length()) + " ";
    int room = terminal.columns() - 1 - before.length() - time.length();
    return before + Ink.of(now.elapsed()).on(terminal, time) + cut(after(now), room);
  }

  private String after(Snapshot now) {
    var progress = now.progress();
    if (progress == null) {
      return "";
    }
    return (progress.share() < 0 ? " " : " " + bar(progress.share()) + " ") + progress.text();
  }

  private String bar(double share) {
    int full = (int) Math.round(share * BAR);
    return terminal.unicode()
        ? "█".repeat(full) + "░".repeat(BAR - full)
        : "[" + "#".repeat(full) + ".".repeat(BAR - full) + "]";
  }

  /** Cuts a text to fit, since a wrapped line could not be redrawn. */
  private String cut(String text, int room) {
    if (text.length() <= room) {
      return text;
    }
    if (room < 4) {
      return "";
    }
    int end = Character.isHighSurrogate(text.charAt(room - 4)) ? room - 4 : room - 3;
    return text.substring(0, end) + "...";
  }

  @Override
  public String erase() {
    var erase =
        switch (drawn) {
          case 0 -> "";
          case 1 -> ERASE;
          default -> "\u001b[" + (drawn - 1) + "A\r\u001b[J";
        };
    drawn = 0;
    return erase;
  }
}
