package dev.belay.testbed.fault;

import dev.belay.core.time.Patience;
import dev.belay.testkit.client.ScriptedClient;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A running {@link FaultyServer} over HTTP, in a process that closing ends.
 *
 * <p>Safe for use by many threads.
 */
public final class FaultyHttp implements AutoCloseable {
  /** Between two looks at the log. */
  private final ScriptedClient process;

  private final Path log;
  private final URI url;

  private FaultyHttp(ScriptedClient process, Path log, URI url) {
    this.process = process;
    this.log = log;
    this.url = url;
  }

  /** Starts a server with additional options, on any port. Returns once it listens. */
  public static FaultyHttp start(String... options) throws IOException, InterruptedException {
    return startOn(0, options);
  }

  /** Starts a server on a given port, such as that of one that has ended. */
  public static FaultyHttp startOn(int port, String... options)
      throws IOException, InterruptedException {
    var log = Files.createTempFile("faulty", ".log");
    var all = new ArrayList<>(List.of("--http", Integer.toString(port), "--log", log.toString()));
    all.addAll(List.of(options));
    var process = ScriptedClient.start(FaultyServers.command(all.toArray(String[]::new)));
    try {
      return new FaultyHttp(process, log, URI.create(process.awaitLine("http://")));
    } catch (AssertionError e) {
      process.close();
      Files.delete(log);
      throw e;
    }
  }

  /** {@return the URL of its endpoint} */
  public URI url() {
    return url;
  }

  /** {@return the address of its endpoint} */
  public InetSocketAddress address() {
    return new InetSocketAddress(url.getHost(), url.getPort());
  }

  /** {@return its process} */
  public Process process() {
    return process.process();
  }

  /** Adds a rule ({@code --http-fault}). */
  public void fault(String rule) throws InterruptedException {
    order("fault " + rule);
  }

  /** Removes all rules. */
  public void calm() throws InterruptedException {
    order("calm");
  }

  /** Switches to another era ({@code --era}). */
  public void speak(String era) throws InterruptedException {
    order("era " + era);
  }

  /** {@return the lines of its log so far} */
  public List<String> log() throws IOException {
    return Files.readAllLines(log);
  }

  /** {@return the first line of its log, past or future, that starts with {@code start}} */
  public String awaitLog(String start) throws IOException, InterruptedException {
    return awaitLog(log, start);
  }

  /** Kills the process. */
  @Override
  public void close() throws IOException {
    process.close();
    Files.deleteIfExists(log);
  }

  private void order(String order) throws InterruptedException {
    var before = process.received().size();
    process.send(order);
    var answer = process.awaitLine(before);
    if (!answer.equals("ok")) {
      throw new IllegalArgumentException(answer);
    }
  }

  /** Waits for a line in a file that another process writes, which tells nobody. */
  static String awaitLog(Path log, String start) throws IOException, InterruptedException {
    Patience.await(
        () -> Files.readAllLines(log).stream().anyMatch(line -> line.startsWith(start)),
        () -> "no '" + start + "' in " + log);
    return Files.readAllLines(log).stream()
        .filter(line -> line.startsWith(start))
        .findFirst()
        .orElseThrow();
  }
}
