package dev.belay.cli.server;

import dev.belay.config.ServerSettings;
import dev.belay.config.Settings;
import dev.belay.core.call.Governor;
import dev.belay.core.time.Time;
import dev.belay.gateway.relay.Neighbours;
import dev.belay.gateway.relay.Relay;
import dev.belay.gateway.relay.Sharing;
import dev.belay.gateway.upstream.Disclosure;
import dev.belay.gateway.upstream.Replay;
import dev.belay.gateway.upstream.Report;
import dev.belay.gateway.upstream.Server;
import dev.belay.gateway.upstream.Upstream;
import dev.belay.process.spawn.Spawner;
import java.util.function.Consumer;

/**
 * Puts relays before servers for any number of clients; all of them share one governor.
 *
 * @param provisions what their processes get
 * @param errors what the servers write to their standard error
 */
record Relays(
    Governor governor,
    Spawner spawner,
    Time time,
    Provisions provisions,
    Report report,
    Consumer<byte[]> errors) {

  /** {@return one before that server, which is not started yet} */
  Relay before(ServerSettings spec, Settings all, Neighbours around) {
    var environment = provisions.environment(spec);
    var words = all.servers().size() > 1 ? new NamedLines(spec.name(), errors) : errors;
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
                      new Replay(),
                      listener,
                      report,
                      words)
                  .telling(Disclosure.toOthers(all, spec));
          return opening == null ? new Upstream(server) : new Upstream(server, opening);
        },
        Sharing.MANY_CLIENTS,
        around,
        report,
        time);
  }
}
