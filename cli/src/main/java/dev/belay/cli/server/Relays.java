package dev.belay.cli.server;

import com.google.errorprone.annotations.concurrent.GuardedBy;
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
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;

/**
 * Creates relays in front of servers, for any number of clients; all share one governor.
 *
 * @param provisions environments of the processes
 * @param errors takes what the servers write to standard error
 */
record Relays(
    Governor governor,
    Spawner spawner,
    Time time,
    Provisions provisions,
    Report report,
    Consumer<byte[]> errors) {

  /** {@return a relay in front of the server, which is not started yet} */
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
                      new SessionSnapshot(),
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

  /**
   * Prefixes each line of a server with its name, so that servers can share one standard error
   * without mixing their lines.
   *
   * <p>Concurrency: {@code lock} guards the line that is not yet complete.
   */
  static final class NamedLines implements Consumer<byte[]> {
    /** Longest line in bytes; a longer one is passed on in parts. */
    private static final int LONGEST = 8 * 1024;

    private final byte[] name;
    private final Consumer<byte[]> out;
    private final ReentrantLock lock = new ReentrantLock();

    @GuardedBy("lock") private final ByteArrayOutputStream line = new ByteArrayOutputStream();

    NamedLines(String server, Consumer<byte[]> out) {
      name = ("[" + server + "] ").getBytes(StandardCharsets.UTF_8);
      this.out = out;
    }

    @Override
    public void accept(byte[] chunk) {
      var whole = new ByteArrayOutputStream(chunk.length + name.length);
      lock.lock();
      try {
        for (byte one : chunk) {
          line.write(one);
          if (one == '\n' || line.size() >= LONGEST) {
            whole.writeBytes(name);
            whole.writeBytes(line.toByteArray());
            if (one != '\n') {
              whole.write('\n');
            }
            line.reset();
          }
        }
      } finally {
        lock.unlock();
      }
      if (whole.size() > 0) {
        out.accept(whole.toByteArray());
      }
    }
  }
}
