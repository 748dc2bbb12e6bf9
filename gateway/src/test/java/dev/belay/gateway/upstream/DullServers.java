package dev.belay.gateway.upstream;

import dev.belay.config.Isolation;
import dev.belay.config.ServerSettings;
import dev.belay.config.ServerSettings.OnIgnoredCancel;
import dev.belay.config.Start;
import dev.belay.core.time.Time;
import dev.belay.mcp.envelope.Envelope;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/** Dull servers: a command that none of them starts by itself, and who listens to none. */
class DullServers {
  private final Time time;
  private final Server.Resources resources;
  private Start.Command command = new Start.Command("/bin/cat", List.of(), Map.of(), null);
  private Isolation isolation = Isolation.SHARED;
  private OnIgnoredCancel onIgnoredCancel = OnIgnoredCancel.REPLACE;
  private int spares;
  final List<String> reports = new CopyOnWriteArrayList<>();

  /** Servers in this program alone. */
  DullServers(Time time) {
    this(time, new PuppetServers());
  }

  DullServers(Time time, Server.Resources resources) {
    this.time = time;
    this.resources = resources;
  }

  /** Starts another program than a cat. */
  DullServers running(String command, String... args) {
    this.command = new Start.Command(command, List.of(args), Map.of(), null);
    return this;
  }

  /** Starts its servers otherwise. */
  DullServers with(Isolation isolation) {
    this.isolation = isolation;
    return this;
  }

  /** Keeps so many of its servers ready. */
  DullServers spares(int count) {
    spares = count;
    return this;
  }

  /** Does this about those that do not obey. */
  void on(OnIgnoredCancel choice) {
    onIgnoredCancel = choice;
  }

  private ServerSettings settings() {
    var given = ServerSettings.defaults("dull", command.program());
    return new ServerSettings(
        given.name(),
        command,
        given.timeout(),
        given.idleTimeout(),
        given.startupTimeout(),
        given.cancelGrace(),
        isolation,
        given.era(),
        onIgnoredCancel,
        spares,
        given.onChange(),
        given.tools(),
        given.fromCommandLine());
  }

  Server server() {
    return new Server(
        settings(),
        Map.of("PATH", Objects.requireNonNullElse(System.getenv("PATH"), "/usr/bin:/bin")),
        1024 * 1024,
        time,
        new SessionSnapshot(),
        new Deaf(),
        reports::add,
        _ -> {},
        Disclosure.OF_OWN,
        /* host= */ null,
        resources);
  }

  /** Takes note of nothing. */
  static class Deaf implements UpstreamListener {
    @Override
    public void asked(
        UpstreamConnection link, Envelope request, @Nullable UpstreamExchange during) {}

    @Override
    public void told(
        UpstreamConnection link, Envelope notification, @Nullable UpstreamExchange during) {}

    @Override
    public void retiring(UpstreamConnection link) {}

    @Override
    public void gone(UpstreamConnection link) {}

    @Override
    public void eraChanged() {}

    @Override
    public void listChanged(String what) {}
  }
}
