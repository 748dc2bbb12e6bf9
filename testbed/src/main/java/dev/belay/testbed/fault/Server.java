package dev.belay.testbed.fault;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

/** The parts of one running server, which all its clients share. */
final class Server {
  final Options options;
  final ServerLog log;
  final Catalog catalog;
  final Questions questions = new Questions();
  final Listeners listeners = new Listeners();
  final AtomicInteger callCount = new AtomicInteger();

  /** What the tool {@code state} was last told; gone after a restart. */
  final AtomicReference<String> memory = new AtomicReference<>("fresh");

  private final OutputStream err = new FileOutputStream(FileDescriptor.err);

  Server(Options options) throws IOException {
    this.options = options;
    log = new ServerLog(options.log);
    catalog = new Catalog(options);
  }

  /** Writes a line to stderr, also while stdout is stuck. */
  void complain(String text) {
    try {
      err.write((text + "\n").getBytes(StandardCharsets.UTF_8));
    } catch (IOException _) {
      // Nobody listens.
    }
  }

  /** Ends at once: an orderly exit would wait for the hook that ignores SIGTERM. */
  void exit(int code) {
    log.note("exit", Integer.toString(code));
    Runtime.getRuntime().halt(code);
  }
}
