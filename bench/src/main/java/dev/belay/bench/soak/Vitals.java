package dev.belay.bench.soak;

import dev.belay.bench.report.ProcessMemory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Resources of a process at one moment.
 *
 * @param seconds since the first reading
 * @param mib its resident size
 * @param children all processes below it
 * @param done actions of its clients so far
 */
record Vitals(
    double seconds, double mib, double threads, double descriptors, double children, double done) {
  private static final double MIB = 1024 * 1024;

  static Vitals of(long pid, double seconds, double done) throws IOException {
    var process = Path.of("/proc/" + pid);
    double threads;
    double descriptors;
    try (var entries = Files.list(process.resolve("task"))) {
      threads = entries.count();
    }
    try (var entries = Files.list(process.resolve("fd"))) {
      descriptors = entries.count();
    }
    double children = ProcessHandle.of(pid).map(handle -> handle.descendants().count()).orElse(0L);
    return new Vitals(
        seconds, ProcessMemory.resident(pid) / MIB, threads, descriptors, children, done);
  }
}
