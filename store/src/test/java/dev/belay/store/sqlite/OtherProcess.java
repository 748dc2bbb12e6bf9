package dev.belay.store.sqlite;

import dev.belay.core.call.CallId;
import dev.belay.core.job.Job;
import dev.belay.core.time.Time;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A process of its own that puts jobs until it is killed, and says what it was told is kept. */
final class OtherProcess implements AutoCloseable {
  private final Process process;
  private final BufferedReader said;

  /** The arguments of its jobs of odd numbers. */
  static final byte[] ARGUMENTS = {'{', '}'};

  /** Starts one; its jobs are numbered from {@code first} on. */
  OtherProcess(Path directory, int first, Path temporary) throws IOException, URISyntaxException {
    Files.createDirectories(temporary);
    var classes = Stream.of(SqliteJobStore.class, CallId.class, org.sqlite.JDBC.class);
    var path =
        classes
            .map(type -> type.getProtectionDomain().getCodeSource().getLocation().getPath())
            .collect(Collectors.joining(":"));
    var tests = OtherProcess.class.getResource("OtherProcess.class").toURI();
    // Up from dev/belay/store/sqlite.
    var root = Path.of(tests).resolve("../../../../..").normalize();
    process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-Xmx96m",
                "--enable-native-access=ALL-UNNAMED",
                "-Djava.io.tmpdir=" + temporary,
                "-cp",
                root + ":" + path,
                OtherProcess.class.getName(),
                directory.toString(),
                "" + first)
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    said = process.inputReader(StandardCharsets.UTF_8);
  }

  /** {@return the next line, such as {@code open 7} or {@code ended 7}; null after its end} */
  String next() throws IOException {
    return said.readLine();
  }

  /** Ends it as {@code kill -9} does, and returns what it had said. */
  List<String> kill() throws InterruptedException {
    // A process closes what is read from it; its handle does not.
    process.toHandle().destroyForcibly();
    var rest = said.lines().toList();
    process.waitFor();
    return rest;
  }

  @Override
  public void close() {
    process.destroyForcibly();
    var _ = process.onExit().join();
  }

  /** A store that waits long for others: which of them gets the file is decided by chance. */
  static SqliteJobStore store(Path directory, Time time, Consumer<String> report) {
    var busy = Duration.ofMinutes(1);
    var place = new JobFile.Place(directory, busy, time, report, new LongAdder());
    return new SqliteJobStore(place, 1L << 30, 4_096);
  }

  /** Four threads, each of which puts a job, and then its end: every second time. */
  public static void main(String[] args) {
    var store = store(Path.of(args[0]), Time.system(), System.err::println);
    var numbers = new AtomicInteger(Integer.parseInt(args[1]));
    for (int i = 0; i < 4; i++) {
      var random = new Random(i);
      Thread.ofPlatform()
          .start(() -> {
            try {
              while (true) {
                int number = numbers.getAndIncrement();
                store.put(
                    JobStoreContract.job(number, "other", JobStoreContract.RUNNING),
                    number % 2 == 0 ? null : ARGUMENTS);
                System.out.println("open " + number);
                if (random.nextBoolean()) {
                  store.put(ended(number));
                  System.out.println("ended " + number);
                }
              }
            } catch (Exception e) {
              e.printStackTrace();
              System.exit(1);
            }
          });
    }
  }

  static Job ended(int number) {
    // Some are longer than one part.
    int bytes = number % 16 == 0 ? 300_000 : number % 997;
    return JobStoreContract.job(number, "other", JobStoreContract.completed(bytes));
  }
}
