package dev.belay.gateway.upstream;

import dev.belay.config.ServerSettings;
import dev.belay.config.Start;
import dev.belay.core.time.Time;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** Servers whose command is one of {@link #command}; they run in this JVM. */
@SuppressWarnings("exports") // Other packages name the static methods alone.
public final class PuppetServers implements Server.Resources {
  private static final String PROGRAM = "puppet";

  PuppetServers() {}

  /** {@return the command of a faulty server with these options} */
  public static List<String> command(List<String> options) {
    var command = new ArrayList<>(List.of(PROGRAM));
    command.addAll(options);
    return command;
  }

  /** {@return a server that goes by the clock {@code time}, as its own program does} */
  public static Server server(
      ServerSettings settings,
      Map<String, String> environment,
      int maxLineBytes,
      Time time,
      UpstreamListener listener,
      Report report) {
    return new Server(
        settings,
        environment,
        maxLineBytes,
        time,
        new SessionSnapshot(),
        listener,
        report,
        _ -> {},
        Disclosure.OF_OWN,
        /* host= */ null,
        new PuppetServers());
  }

  @Override
  public Transport transport(
      Server server, UpstreamConnection link, UpstreamInbox inbox, Consumer<String> onEnd) {
    if (server.host() != null) {
      return new HostTransport(server, server.host(), inbox);
    }
    return switch (server.settings().start()) {
      case Start.Command command when command.program().equals(PROGRAM) ->
          new PuppetTransport(server, command, link, inbox, onEnd);
      case Start.Url url -> new HttpTransport(server, url, link, inbox);
      case Start.Command _, Start.Native _ ->
          throw new IllegalArgumentException(server.settings().start() + " needs a process");
    };
  }
}
