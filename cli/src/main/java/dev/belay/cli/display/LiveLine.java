package dev.belay.cli.display;

import java.time.Duration;

/**
 * One line that is drawn over again and again: a spinner, the time in the colour of patience, the
 * tool's own bar and words.
 */
final class LiveLine implements View {
  private static final Duration FRAME = Duration.ofMillis(100);

  /** What is over sooner needs no line: it would only flicker. */
  private static final Duration UNSEEN = Duration.ofMillis(200);

  private static final Duration SHORT = Duration.ofSeconds(10);
  private static final Duration LONG = Duration.ofSeconds(30);
  private static final String ERASE = "\r\u001b[K";
  private static final String PLAIN = "\u001b[0m";
  private static final int BAR = 10;

  private final Terminal terminal;
  private int frame;
  private boolean drawn;

  LiveLine(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Duration every() {
    return FRAME;
  }

  @Override
  public String draw(Snapshot now) {
    if (now.elapsed().compareTo(UNSEEN) < 0 && !drawn) {
      return "";
    }
    drawn = true;
    var spinner = terminal.unicode() ? "⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏" : "|/-\\";
    var turn = spinner.charAt(frame++ % spinner.length());
    var before = turn + " " + now.what() + " ";
    var time = now.time();
    int room = terminal.columns() - 1 - before.length() - time.length();
    return ERASE + before + coloured(time, now.elapsed()) + cut(after(now), room);
  }

  private String coloured(String time, Duration elapsed) {
    if (!terminal.colour()) {
      return time;
    }
    var colour =
        elapsed.compareTo(SHORT) < 0
            ? "\u001b[32m"
            : elapsed.compareTo(LONG) <= 0 ? "\u001b[33m" : "\u001b[31m";
    return colour + time + PLAIN;
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

  /** A line that wraps could not be drawn over. */
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
    var erase = drawn ? ERASE : "";
    drawn = false;
    return erase;
  }
}
