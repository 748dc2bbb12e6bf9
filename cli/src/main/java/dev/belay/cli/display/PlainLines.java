package dev.belay.cli.display;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Lines for a file or a dumb terminal: the newest word of the tool at most once a second, and a
 * sign of life where it says nothing; nothing at all about what is over within a second.
 */
final class PlainLines implements View {
  private static final Duration PAUSE = Duration.ofSeconds(1);
  private static final Duration SILENCE = Duration.ofSeconds(10);

  private @Nullable Progress said;
  private Duration saidAt = Duration.ZERO;

  @Override
  public Duration every() {
    return PAUSE;
  }

  @Override
  public String draw(Snapshot now) {
    if (now.elapsed().compareTo(PAUSE) < 0) {
      // Something new began, or it may be over before it is worth a line.
      saidAt = Duration.ZERO;
      return "";
    }
    var progress = now.progress();
    if (progress != null && !progress.equals(said) && !progress.text().isEmpty()) {
      said = progress;
      return line(now, progress.text());
    }
    return now.elapsed().minus(saidAt).compareTo(SILENCE) < 0 ? "" : line(now, "still running");
  }

  private String line(Snapshot now, String text) {
    saidAt = now.elapsed();
    return "belay: " + now.what() + " " + now.elapsed().toSeconds() + "s: " + text + "\n";
  }

  @Override
  public String erase() {
    return "";
  }
}
