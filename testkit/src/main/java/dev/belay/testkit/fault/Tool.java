package dev.belay.testkit.fault;

import java.io.IOException;
import java.util.concurrent.ExecutionException;

/** Runs one call to its end, on the call's own thread. */
final class Tool {
  private Tool() {}

  static void run(Fault fault, Call call, Server server)
      throws IOException, InterruptedException, ExecutionException {
    switch (fault) {
      case ECHO -> call.answer(call.text("text"));
      case ENV -> call.answer(String.valueOf(System.getenv(call.text("name"))));
      case STATE -> Honest.state(call, server);
      case SLEEP -> Slow.sleep(call);
      case PROGRESS -> Slow.progress(call);
      case BIG_RESULT -> call.answerWithFiller(call.number("bytes", 1_000_000));
      case STDERR -> Honest.complain(call, server.wire);
      case LIST_CHANGE -> Honest.changeList(call, server);
      case RESOURCE_CHANGE -> Honest.changeResource(call, server);
      case ASK -> Honest.ask(call, server);
      case TASK -> Honest.task(call, server);

      case HANG -> Slow.hang();
      case HANG_HONOURING_CANCEL -> call.awaitCancellation();
      case IGNORE_CANCEL -> Slow.ignoreCancel(call);
      case ANSWER_AFTER_CANCEL -> Slow.answerAfterCancel(call);
      case BEAT_FOREVER -> Slow.beatForever(call);

      case FLOOD_NOTIFICATIONS -> Garbage.floodNotifications(call, server.wire);
      case FLOOD_PROGRESS -> Garbage.floodProgress(call);
      case GIANT_LINE -> call.answerWithFiller(call.number("bytes", Garbage.GIANT));
      case INVALID_JSON -> Garbage.invalidJson(call, server.wire);
      case WRONG_ID -> Garbage.wrongId(call, server.wire);
      case STDOUT_NOISE -> Garbage.noise(call, server.wire);
      case DOUBLE_ANSWER -> {
        call.answer("first");
        call.answer("second");
      }
      case RESULT_NULL -> call.answerRaw("null");
      case BATCH -> Garbage.batch(call, server);

      case CRASH -> Deadly.crash(call, server);
      case ABORT -> Deadly.abort();
      case SPAWN -> call.answer(Deadly.spawn(call, server.log));
      case SPAWN_AND_HANG -> {
        Deadly.spawn(call, server.log);
        Slow.hang();
      }
    }
  }
}
