package dev.belay.cli.server;

import dev.belay.cli.log.ByteLines;
import dev.belay.cli.server.Serving.Provisions;
import dev.belay.config.ServerSettings;
import dev.belay.config.Settings;
import dev.belay.core.call.Governor;
import dev.belay.core.time.Time;
import dev.belay.gateway.relay.Neighbours;
import dev.belay.gateway.relay.Relay;
import dev.belay.gateway.relay.Sharing;
import dev.belay.gateway.upstream.Disclosure;
import dev.belay.gateway.upstream.Report;
import dev.belay.gateway.upstream.Server;
import dev.belay.gateway.upstream.SessionSnapshot;
import dev.belay.gateway.upstream.Upstream;
import dev.belay.process.spawn.Spawner;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Creates relays in front of servers, for any number of clients; all share one governor.
 *
 * @param provisions environments of the processes
 * @param errors returns what takes the standard error of a server, by its name
 */
record Relays(
    Governor governor,
    Spawner spawner,
    Time time,
    Provisions provisions,
    Report report,
    Function<String, Consumer<byte[]>> errors) {

  /** {@return a relay in front of the server, which is not started yet} */
  Relay before(ServerSettings spec, Settings all, Neighbours around) {
    var environment = provisions.environment(spec);
    return new Relay(
        all,
        spec,
        governor,
        (listener, opening) -> {
          var server =
              new Server(
                      spec,
                      environment,
                      all.mcp().maxLineBytes(),
                      spawner,
                      time,
                      new SessionSnapshot(),
                      listener,
                      report,
                      errors.apply(spec.name()))
                  .telling(Disclosure.toOthers(all, spec));
          return opening == null ? new Upstream(server) : new Upstream(server, opening);
        },
        Sharing.MANY_CLIENTS,
        around,
        report,
        time);
  }

  /**
   * {@return what passes on each line of a server with its name before it, so that servers can
   * share one standard error}
   */
  static ByteLines named(String server, Consumer<byte[]> out) {
    var name = ("[" + server + "] ").getBytes(StandardCharsets.UTF_8);
    return new ByteLines(line -> {
      var whole = new ByteArrayOutputStream(name.length + line.length + 1);
      whole.writeBytes(name);
      whole.writeBytes(line);
      whole.write('\n');
      out.accept(whole.toByteArray());
    });
  }
}
