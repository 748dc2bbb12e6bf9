package dev.belay.gateway.upstream;

import dev.belay.core.time.Time;
import dev.belay.process.spawn.CannotStart;
import dev.belay.process.spawn.Child;
import dev.belay.process.spawn.Spawner;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/** Real but dull processes, for tests of what has to do with processes and not with servers. */
final class Processes extends DullServers {
  private final Spawner spawner;
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
    this(time, Spawner.open(own));
  }

  private Processes(Time time, Spawner spawner) {
    super(time, new Server.OfSettings(spawner));
    this.spawner = spawner;
  }

  @Override
  Processes running(String command, String... args) {
    super.running(command, args);
    return this;
  }

  /** {@return a process that reads and never says anything} */
  UpstreamConnection start() throws CannotStart {
    var server = server();
    var link = new UpstreamConnection(server, ids, Restart.NONE, (_, why) -> ended.add(why.text()));
    link.open();
    return link;
  }

  /** {@return the process at the other end of a link} */
  static Child child(UpstreamConnection link) {
    return ((ProcessTransport) link.transport()).child();
  }

  void close() throws InterruptedException {
    spawner.close();
  }
}
