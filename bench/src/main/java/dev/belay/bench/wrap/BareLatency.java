package dev.belay.bench.wrap;

import dev.belay.bench.report.Sample;
import java.io.IOException;
import java.util.List;

/**
 * How long an echo takes on a server over stdio with nothing between, while others are in flight.
 */
public final class BareLatency {
  private BareLatency() {}

  /**
   * {@return the nanoseconds of each of {@code count} calls, warmed up by as many}
   *
   * @param argument the name of the echo tool's one argument
   * @param callers how many are in flight at any time
   */
  public static Sample of(List<String> command, String argument, int callers, int count)
      throws IOException {
    try (var client = LineClient.open(new ServerCommand("bare", command, argument))) {
      client.begin();
      var _ = Echoes.together(client, callers, count);
      return Echoes.together(client, callers, count);
    }
  }
}
