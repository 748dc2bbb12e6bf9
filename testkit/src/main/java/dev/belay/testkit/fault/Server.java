package dev.belay.testkit.fault;

import java.io.IOException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

/** The parts of one running server, which its calls share. */
final class Server {
  final Options options;
  final Wire wire = new Wire();
  final ServerLog log;
  final Catalog catalog;
  final Calls calls = new Calls();
  final Questions questions = new Questions(wire);
  final Listeners listeners = new Listeners(wire);
  final Tasks tasks = new Tasks(wire);
  final AtomicInteger callCount = new AtomicInteger();

  /** What the tool {@code state} was last told; gone after a restart. */
  final AtomicReference<String> memory = new AtomicReference<>("fresh");

  /** The revision agreed with a legacy client, empty before. */
  volatile String revision = "";

  Server(Options options) throws IOException {
    this.options = options;
    log = new ServerLog(options.log);
    catalog = new Catalog(options);
  }

  /** Ends at once: an orderly exit would wait for the hook that ignores SIGTERM. */
  void exit(int code) {
    log.note("exit", Integer.toString(code));
    Runtime.getRuntime().halt(code);
  }
}
