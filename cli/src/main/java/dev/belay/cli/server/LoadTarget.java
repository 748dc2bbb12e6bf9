package dev.belay.cli.server;

import dev.belay.config.ServerSettings;
import dev.belay.config.Start;
import dev.belay.core.time.Time;
import dev.belay.probe.peer.ConnectionLimits;
import dev.belay.probe.peer.Target;
import dev.belay.probe.peer.Targets;
import dev.belay.process.spawn.Launch;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/** A configured server as the target of a load test. */
public final class LoadTarget {
  private LoadTarget() {}

  /**
   * {@return the server as a target that is not open yet}
   *
   * @param environment the whole environment of its process
   * @param errors takes what it writes to standard error
   */
  public static Target of(
      ServerSettings spec,
      Map<String, String> environment,
      Consumer<byte[]> errors,
      ConnectionLimits limits) {
    return switch (spec.start()) {
      case Start.Url url ->
          switch (url.transport()) {
            case HTTP ->
                Targets.http(url.address(), url.uri(), url.headers(), limits, Time.system());
            case SSE ->
                Targets.events(url.address(), url.uri(), url.headers(), limits, Time.system());
          };
      case Start.Command command ->
          Targets.stdio(
              "stdio:" + spec.name(),
              new Launch(
                  words(command),
                  environment,
                  Optional.ofNullable(command.cwd()),
                  spec.name(),
                  errors),
              limits,
              Time.system());
      case Start.Native _ -> throw new IllegalStateException(spec.name() + " is no server");
    };
  }

  private static List<String> words(Start.Command command) {
    var words = new ArrayList<String>();
    words.add(command.program());
    words.addAll(command.args());
    return words;
  }

  /** {@return the headers of every request; empty for a server that is started as a process} */
  public static Map<String, String> headers(ServerSettings spec) {
    return switch (spec.start()) {
      case Start.Url url -> url.headers();
      case Start.Command _, Start.Native _ -> Map.of();
    };
  }
}
