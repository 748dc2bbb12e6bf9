package dev.belay.testbed.fault;

import java.io.IOException;
import java.util.concurrent.ExecutionException;
import org.jspecify.annotations.Nullable;

/** Runs one call to its end, on the call's own thread. */
@FunctionalInterface
interface Tool {
  void run(Call call, Server server) throws IOException, InterruptedException, ExecutionException;

  /** {@return the tool of this name; null if there is none} */
  static @Nullable Tool of(String name, Options options) {
    var fault = Fault.of(name);
    if (fault != null) {
      return (call, server) -> run(fault, call, server);
    }
    // The transport of the answer is outside the tool.
    return options.http >= 0 && HttpFault.of(name) != null
        ? (call, server) -> call.answer("after " + name)
        : null;
  }

  private static void run(Fault fault, Call call, Server server)
      throws IOException, InterruptedException, ExecutionException {
    if (!server.host.isProcess() && Deadly.NEED_A_PROCESS.contains(fault)) {
      call.wire.refuse(call.id, -32603, call.tool + " needs a server in a process of its own", "");
      return;
    }
    switch (fault) {
      case ECHO -> call.answer(call.text("text"));
      case ENV -> call.answer(String.valueOf(server.host.environment().get(call.text("name"))));
      case STATE -> Honest.state(call, server);
      case SLEEP -> Slow.sleep(call, server.log);
      case PROGRESS -> Slow.progress(call);
      case BIG_RESULT -> call.answerWithFiller(call.number("bytes", 1_000_000));
      case STDERR -> Honest.complain(call, server);
      case LIST_CHANGE -> Honest.changeList(call, server);
      case RESOURCE_CHANGE -> Honest.changeResource(call, server);
      case ASK -> Honest.ask(call, server);
      case TASK -> Honest.task(call);

      case HANG -> Slow.hang();
      case HANG_HONOURING_CANCEL -> call.awaitCancellation();
      case IGNORE_CANCEL -> Slow.ignoreCancel(call);
      case ANSWER_AFTER_CANCEL -> Slow.answerAfterCancel(call);
      case BEAT_FOREVER -> Slow.beatForever(call);

      case FLOOD_NOTIFICATIONS -> Garbage.floodNotifications(call);
      case FLOOD_PROGRESS -> Garbage.floodProgress(call);
      case GIANT_LINE -> call.answerWithFiller(call.number("bytes", Garbage.GIANT));
      case INVALID_JSON -> Garbage.invalidJson(call);
      case WRONG_ID -> Garbage.wrongId(call);
      case STDOUT_NOISE -> Garbage.noise(call);
      case DOUBLE_ANSWER -> {
        call.answer("first");
        call.answer("second");
      }
      case RESULT_NULL -> call.answerRaw("null");
      case BATCH -> Garbage.batch(call);

      case CRASH -> Deadly.crash(call, server);
      case ABORT -> Deadly.abort();
      case SPAWN -> call.answer(Deadly.spawn(call, server.log));
      case SPAWN_AND_HANG -> {
        Deadly.spawn(call, server.log);
        if (call.number("again", -1) >= 0) {
          call.awaitCancellation();
          call.sleep(call.millis("again", 0));
          Deadly.spawn(call, server.log);
        }
        Slow.hang();
      }
    }
  }
}
