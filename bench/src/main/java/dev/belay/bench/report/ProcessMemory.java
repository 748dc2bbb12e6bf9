package dev.belay.bench.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Memory of a process, as Linux counts it. */
public final class ProcessMemory {
  private static final int KIB = 1024;

  private ProcessMemory() {}

  /** {@return the resident size in bytes, shared pages included} */
  public static long resident(long pid) throws IOException {
    return field(Path.of("/proc/" + pid + "/status"), "VmRSS:");
  }

  /** {@return the proportional size in bytes: a page shared by n processes counts as one nth} */
  public static long proportional(long pid) throws IOException {
    return field(Path.of("/proc/" + pid + "/smaps_rollup"), "Pss:");
  }

  private static long field(Path file, String name) throws IOException {
    List<String> lines = Files.readAllLines(file);
    for (var line : lines) {
      if (line.startsWith(name)) {
        return Long.parseLong(line.replaceAll("[^0-9]", "")) * KIB;
      }
    }
    throw new IOException("no " + name + " in " + file);
  }
}
