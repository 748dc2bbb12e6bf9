package dev.belay.bench.soak;

import dev.belay.bench.http.Gateways;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.regex.Pattern;

/** The size of a Java program's heap after a collection. */
final class LiveHeap {
  /** Of the generations of the serial collector. */
  private static final Pattern USED = Pattern.compile("total \\d+K, used (\\d+)K");

  private static final double KIB_OF_MIB = 1024;

  private LiveHeap() {}

  /** {@return its size in MiB} */
  static double mib(long pid) throws IOException, InterruptedException {
    var _ = asked(pid, "GC.run");
    var found = USED.matcher(asked(pid, "GC.heap_info"));
    double kib = 0;
    while (found.find()) {
      kib += Double.parseDouble(found.group(1));
    }
    if (kib == 0) {
      throw new IOException("the heap of process " + pid + " cannot be looked at");
    }
    return kib / KIB_OF_MIB;
  }

  private static String asked(long pid, String command) throws IOException, InterruptedException {
    var jcmd = Path.of(Gateways.java()).resolveSibling("jcmd").toString();
    var asked =
        new ProcessBuilder(jcmd, Long.toString(pid), command).redirectErrorStream(true).start();
    var said = new String(asked.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    var _ = asked.waitFor();
    return said;
  }
}
