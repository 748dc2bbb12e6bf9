package dev.belay.testbed.fault;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

/** Parts of one running server, shared by all its clients. */
final class Server {
  final Options options;
  final Host host;
  final ServerLog log;
  final Catalog catalog;
  final Questions questions = new Questions();
  final Listeners listeners = new Listeners();
  final AtomicInteger callCount = new AtomicInteger();

  /** The last value given to the tool {@code state}; lost at a restart. */
  final AtomicReference<String> memory = new AtomicReference<>("fresh");

  Server(Options options, Host host) throws IOException {
    this.options = options;
    this.host = host;
    log = new ServerLog(options.log);
    catalog = new Catalog(options);
  }

  /** Serves until stdin ends, or for ever if an option demands it; then ends the server. */
  void serve() throws IOException, InterruptedException {
    log.note("pid", Long.toString(host.pid()));
    if (options.exitAtStart >= 0) {
      complain("faulty: cannot start");
      exit(options.exitAtStart);
    }
    if (options.startWhile != null && Files.notExists(options.startWhile)) {
      exit(7);
    }
    if (options.http < 0) {
      new StdioDoor(this).serve();
    } else {
      new HttpDoor(this).serve();
    }
    log.note("eof", "");
    if (options.ignoreEof) {
      new CountDownLatch(1).await();
    }
    exit(0);
  }

  /** Writes a line to stderr, even while stdout is stuck. */
  void complain(String text) {
    try {
      host.err().write((text + "\n").getBytes(StandardCharsets.UTF_8));
    } catch (IOException _) {
      // Stderr is closed.
    }
  }

  /** Ends the server at once, and with it the calling thread. */
  void exit(int code) {
    log.note("exit", Integer.toString(code));
    host.halt().accept(code);
    throw new Halted();
  }
}
