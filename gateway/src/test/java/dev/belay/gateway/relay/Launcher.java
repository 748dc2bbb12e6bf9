package dev.belay.gateway.relay;

import dev.belay.config.ServerSettings;
import dev.belay.core.time.HandTime;
import dev.belay.core.time.Time;
import dev.belay.gateway.upstream.PuppetServers;
import dev.belay.gateway.upstream.Report;
import dev.belay.gateway.upstream.Server;
import dev.belay.gateway.upstream.UpstreamListener;
import java.util.List;
import java.util.Map;

/** Starts the servers of a harness: in this JVM, or as processes. */
interface Launcher {
  /** {@return the command of a faulty server with these options} */
  List<String> command(List<String> options);

  /** {@return a server whose transports this starts} */
  Server server(
      ServerSettings spec,
      Map<String, String> environment,
      int maxLineBytes,
      Time time,
      UpstreamListener listener,
      Report report);

  /**
   * {@return the clock of what stands before these servers, {@code hand} unless they are bound to
   * another}
   */
  default Time clock(HandTime hand) {
    return hand;
  }

  /** {@return the living processes that it started} */
  default List<Long> alive() {
    return List.of();
  }

  /** Ends with all that it started. */
  default void end() throws InterruptedException {}

  /** Servers in this JVM, on the clock of the test. */
  static Launcher inMemory() {
    return new Launcher() {
      @Override
      public List<String> command(List<String> options) {
        return PuppetServers.command(options);
      }

      @Override
      public Server server(
          ServerSettings spec,
          Map<String, String> environment,
          int maxLineBytes,
          Time time,
          UpstreamListener listener,
          Report report) {
        return PuppetServers.server(spec, environment, maxLineBytes, time, listener, report);
      }
    };
  }
}
