package dev.belay.cli.display;

import dev.belay.cli.display.View.Snapshot;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Lines for a file or a dumb terminal: the tool's latest progress at most once a second, and a sign
 * of life if there is none. Activities shorter than a second are not shown.
 */
final class PlainLines implements View {
  private static final Duration PAUSE = Duration.ofSeconds(1);
  private static final Duration SILENCE = Duration.ofSeconds(10);

  private record Told(@Nullable ShownProgress said, Duration at) {
    static final Told NOTHING = new Told(null, Duration.ZERO);
  }

  private Map<String, Told> told = Map.of();

  @Override
  public Duration every() {
    return PAUSE;
  }

  @Override
  public String draw(List<Snapshot> now) {
    var text = new StringBuilder();
    var next = new HashMap<String, Told>();
    for (var one : now) {
      next.put(one.what(), next(one, text));
    }
    told = next;
    return text.toString();
  }

  private Told next(Snapshot now, StringBuilder text) {
    if (now.elapsed().compareTo(PAUSE) < 0) {
      // A new activity, which may end before it is worth a line.
      return Told.NOTHING;
    }
    var before = told.getOrDefault(now.what(), Told.NOTHING);
    var progress = now.progress();
    if (progress != null && !progress.equals(before.said()) && !progress.text().isEmpty()) {
      text.append(line(now, progress.text()));
      return new Told(progress, now.elapsed());
    }
    if (now.elapsed().minus(before.at()).compareTo(SILENCE) < 0) {
      return before;
    }
    text.append(line(now, "still running"));
    return new Told(before.said(), now.elapsed());
  }

  private static String line(Snapshot now, String text) {
    return "belay: " + now.what() + " " + now.elapsed().toSeconds() + "s: " + text + "\n";
  }

  @Override
  public String erase() {
    return "";
  }
}
