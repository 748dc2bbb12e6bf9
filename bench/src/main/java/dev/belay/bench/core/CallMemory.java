package dev.belay.bench.core;

import dev.belay.bench.report.ProcessMemory;
import dev.belay.core.call.Governor;
import dev.belay.core.call.GovernorOptions;
import dev.belay.core.call.Limits;
import dev.belay.core.cancel.Cause;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/** Prints the memory of calls in progress: growth of heap and of resident size, in bytes. */
public final class CallMemory {
  private CallMemory() {}

  /** Runs the program with the number of calls; prints two numbers on one line. */
  public static void main(String... arguments) throws IOException, InterruptedException {
    int count = Integer.parseInt(arguments[0]);
    warmUp();
    try (var governor = new Governor(GovernorOptions.system())) {
      long heapBefore = heap();
      long sizeBefore = ProcessMemory.resident(ProcessHandle.current().pid());
      var calls = ParkedCalls.start(governor, count, Limits.DEFAULT);
      long heap = heap() - heapBefore;
      long size = ProcessMemory.resident(ProcessHandle.current().pid()) - sizeBefore;
      var out =
          new PrintStream(new FileOutputStream(FileDescriptor.out), true, StandardCharsets.UTF_8);
      out.println(heap + " " + size + " " + calls.size());
    }
    System.exit(0);
  }

  private static void warmUp() throws InterruptedException {
    for (int round = 0; round < 60; round++) {
      try (var governor = new Governor(GovernorOptions.system())) {
        var calls = ParkedCalls.start(governor, 2_000, Limits.DEFAULT);
        for (var call : calls) {
          call.cancel(Cause.USER, "");
        }
        for (var call : calls) {
          var _ = call.join();
        }
      }
    }
  }

  private static long heap() {
    var runtime = Runtime.getRuntime();
    for (int i = 0; i < 3; i++) {
      System.gc();
    }
    return runtime.totalMemory() - runtime.freeMemory();
  }
}
