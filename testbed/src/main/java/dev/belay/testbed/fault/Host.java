package dev.belay.testbed.fault;

import dev.belay.core.time.Time;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.Map;
import java.util.concurrent.ThreadFactory;
import java.util.function.IntConsumer;

/**
 * Surroundings of a server: a process of its own, or the JVM of a test.
 *
 * @param time clock of its pauses
 * @param pid process id; 0 in the JVM of a test
 * @param threads makes the threads of its calls
 * @param halt ends the server at once, and may return
 */
record Host(
    InputStream in,
    OutputStream out,
    OutputStream err,
    Time time,
    Map<String, String> environment,
    long pid,
    ThreadFactory threads,
    IntConsumer halt) {

  /** {@return the process of this JVM} */
  static Host process() {
    return new Host(
        new FileInputStream(FileDescriptor.in),
        new FileOutputStream(FileDescriptor.out),
        new FileOutputStream(FileDescriptor.err),
        Time.system(),
        System.getenv(),
        ProcessHandle.current().pid(),
        CallThread::daemon,
        // An orderly exit would wait for the hook that ignores SIGTERM.
        Runtime.getRuntime()::halt);
  }

  /** {@return whether the server may be killed, and start processes} */
  boolean isProcess() {
    return pid != 0;
  }
}
