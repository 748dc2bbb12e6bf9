package dev.belay.bench.http;

import dev.belay.bench.report.ScratchDirectory;
import dev.belay.core.time.Time;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.time.Duration;

/** A gateway that accepts connections, until it is closed. */
public final class RunningGateway implements AutoCloseable {
  private static final String LOG = "log";
  private static final Time TIME = Time.system();
  private static final Duration START_LIMIT = Duration.ofSeconds(30);
  private static final Duration BETWEEN_TRIES = Duration.ofMillis(1);
  private static final Duration LEAVE_LIMIT = Duration.ofSeconds(15);

  private final Gateway gateway;
  private final Process process;
  private final ScratchDirectory scratch;
  private final InetSocketAddress address;

  private RunningGateway(
      Gateway gateway, Process process, ScratchDirectory scratch, InetSocketAddress address) {
    this.gateway = gateway;
    this.process = process;
    this.scratch = scratch;
    this.address = address;
  }

  /** Starts it and returns once it accepts connections. */
  public static RunningGateway start(Gateway gateway) throws IOException, InterruptedException {
    var loopback = InetAddress.getLoopbackAddress();
    int port;
    try (var free = new ServerSocket(0, 1, loopback)) {
      port = free.getLocalPort();
    }
    var scratch = ScratchDirectory.open();
    var command =
        new ProcessBuilder(gateway.command().apply(port))
            .redirectErrorStream(true)
            .redirectOutput(scratch.path().resolve(LOG).toFile());
    // No gateway goes by what another has learned of how long tools take.
    command.environment().put("XDG_STATE_HOME", scratch.path().resolve("state").toString());
    var at = new InetSocketAddress(loopback, port);
    var running = new RunningGateway(gateway, command.start(), scratch, at);
    try {
      running.awaitConnections();
    } catch (IOException e) {
      running.close();
      throw e;
    }
    return running;
  }

  private void awaitConnections() throws IOException, InterruptedException {
    long end = TIME.nanos() + START_LIMIT.toNanos();
    while (process.isAlive() && TIME.nanos() < end) {
      try (var socket = new Socket()) {
        socket.connect(address);
        return;
      } catch (IOException _) {
        TIME.sleep(BETWEEN_TRIES);
      }
    }
    throw new IOException(gateway.name() + " takes no connections: " + lastWords());
  }

  private String lastWords() throws IOException {
    var lines =
        Files.readAllLines(scratch.path().resolve(LOG)).stream()
            .filter(line -> !line.isBlank())
            .toList();
    return lines.isEmpty() ? "it said nothing" : lines.getLast();
  }

  /** {@return the started gateway} */
  public Gateway gateway() {
    return gateway;
  }

  /** {@return its address} */
  public InetSocketAddress address() {
    return address;
  }

  /** {@return its process} */
  public long pid() {
    return process.pid();
  }

  @Override
  public void close() throws IOException {
    // Its upstream too: some gateways leave it running.
    var tree = process.descendants().toList();
    process.destroy();
    try {
      if (!process.waitFor(LEAVE_LIMIT)) {
        process.destroyForcibly();
      }
    } catch (InterruptedException _) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
    tree.forEach(ProcessHandle::destroyForcibly);
    scratch.close();
  }
}
