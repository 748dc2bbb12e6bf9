package dev.belay.gateway.upstream;

import dev.belay.config.Isolation;
import dev.belay.config.ServerSettings;
import dev.belay.config.ServerSettings.OnIgnoredCancel;
import dev.belay.config.Start;
import dev.belay.core.time.Time;
import dev.belay.mcp.envelope.Envelope;
import dev.belay.process.spawn.CannotStart;
import dev.belay.process.spawn.Child;
import dev.belay.process.spawn.Spawner;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** Real but dull processes, for tests of what has to do with processes and not with servers. */
final class Processes {
  private final Spawner spawner;
  private final Time time;
  private Start.Command command = new Start.Command("/bin/cat", List.of(), Map.of(), null);
  private Isolation isolation = Isolation.SHARED;
  private OnIgnoredCancel onIgnoredCancel = OnIgnoredCancel.REPLACE;
  private int spares;
  final List<String> reports = new CopyOnWriteArrayList<>();
  private final AtomicLong ids = new AtomicLong(1);
  final List<String> ended = new ArrayList<>();

  Processes() {
    this(Time.system());
  }

  /** Whose servers know this time; the processes themselves know the real one. */
  Processes(Time time) {
    this(time, Time.system());
  }

  /** Also the processes themselves know this {@code own} time. */
  Processes(Time time, Time own) {
    this.time = time;
    spawner = Spawner.open(own);
  }

  /** Starts another program than a cat. */
  Processes running(String command, String... args) {
    this.command = new Start.Command(command, List.of(args), Map.of(), null);
    return this;
  }

  /** Starts its cats otherwise. */
  Processes with(Isolation isolation) {
    this.isolation = isolation;
    return this;
  }

  /** Keeps so many of its cats ready. */
  Processes spares(int count) {
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

  /** {@return a process that reads and never says anything} */
  UpstreamConnection start() throws CannotStart {
    var server = server();
    var link = new UpstreamConnection(server, ids, Restart.NONE, (_, why) -> ended.add(why.text()));
    link.open();
    return link;
  }

  Server server() {
    return new Server(
        settings(),
        Map.of("PATH", Objects.requireNonNullElse(System.getenv("PATH"), "/usr/bin:/bin")),
        1024 * 1024,
        spawner,
        time,
        new SessionSnapshot(),
        new Deaf(),
        reports::add,
        _ -> {});
  }

  /** {@return the process at the other end of a link} */
  static Child child(UpstreamConnection link) {
    return ((ProcessTransport) link.transport()).child();
  }

  void close() throws InterruptedException {
    spawner.close();
  }

  private static final class Deaf implements UpstreamListener {
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
