package dev.belay.testbed.fault;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

/** Parts of one running server, shared by all its clients. */
final class Server {
  final Options options;
  final ServerLog log;
  final Catalog catalog;
  final Questions questions = new Questions();
  final Listeners listeners = new Listeners();
  final AtomicInteger callCount = new AtomicInteger();

  /** The last value given to the tool {@code state}; lost at a restart. */
  final AtomicReference<String> memory = new AtomicReference<>("fresh");

  private final OutputStream err = new FileOutputStream(FileDescriptor.err);

  Server(Options options) throws IOException {
    this.options = options;
    log = new ServerLog(options.log);
    catalog = new Catalog(options);
  }

  /** Writes a line to stderr, even while stdout is stuck. */
  void complain(String text) {
    try {
      err.write((text + "\n").getBytes(StandardCharsets.UTF_8));
    } catch (IOException _) {
      // Stderr is closed.
    }
  }

  /** Ends at once: an orderly exit would wait for the hook that ignores SIGTERM. */
  void exit(int code) {
    log.note("exit", Integer.toString(code));
    Runtime.getRuntime().halt(code);
  }
}
