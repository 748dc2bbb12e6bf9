package dev.belay.testkit.fault;

import java.io.IOException;
import java.util.concurrent.ExecutionException;

/** Runs one call to its end, on the call's own thread. */
final class Tool {
  private Tool() {}

  static void run(Fault fault, Call call, Server server)
      throws IOException, InterruptedException, ExecutionException {
    switch (fault) {
      case ECHO, ENV, STATE, BIG_RESULT, STDERR, LIST_CHANGE, RESOURCE_CHANGE, ASK, TASK ->
          Honest.run(fault, call, server);
      case SLEEP,
          PROGRESS,
          HANG,
          HANG_HONOURING_CANCEL,
          IGNORE_CANCEL,
          ANSWER_AFTER_CANCEL,
          BEAT_FOREVER ->
          Slow.run(fault, call, server.log);
      case FLOOD_NOTIFICATIONS,
          FLOOD_PROGRESS,
          GIANT_LINE,
          INVALID_JSON,
          WRONG_ID,
          STDOUT_NOISE,
          DOUBLE_ANSWER,
          RESULT_NULL,
          BATCH ->
          Garbage.run(fault, call, server);
      case CRASH, ABORT, SPAWN, SPAWN_AND_HANG -> Deadly.run(fault, call, server);
    }
  }
}
