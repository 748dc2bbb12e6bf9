package dev.belay.cli.watch;

import dev.belay.cli.remote.RunningGateway;
import dev.belay.core.time.HandTime;
import java.net.URI;
import java.util.Map;
import java.util.stream.Collectors;

/** What {@code belay watch} shows of a gateway at one moment. */
public final class SeenScreen {
  private SeenScreen() {}

  /** {@return its lines, without the blanks at their ends} */
  public static String of(URI base, Map<String, String> environment) throws InterruptedException {
    try (var gateway = new RunningGateway(base, environment)) {
      var lookout = new Lookout(gateway, new HandTime());
      lookout.look();
      return new Screen(lookout.seen(), null, "", false)
          .lines(140, 24).stream()
              .map(line -> line.toString().stripTrailing() + "\n")
              .collect(Collectors.joining());
    }
  }
}
