package dev.belay.testkit.fault;

import dev.belay.testkit.json.Json;
import java.util.concurrent.ExecutionException;

/** Tools that do what they say at once. */
final class Honest {
  private Honest() {}

  static void run(Fault fault, Call call, Server server)
      throws InterruptedException, ExecutionException {
    switch (fault) {
      case ECHO -> call.answer(call.text("text"));
      case ENV -> call.answer(String.valueOf(System.getenv(call.text("name"))));
      case STATE -> {
        var set = call.text("set");
        call.answer(
            set.isEmpty() ? server.memory.get() : String.valueOf(server.memory.getAndSet(set)));
      }
      case BIG_RESULT -> call.answerWithFiller(call.number("bytes", 1_000_000));
      case STDERR -> {
        for (var line = 1L; line <= call.number("lines", 3); line++) {
          server.wire.complain("stderr line " + line);
        }
        call.answer("complained");
      }
      case LIST_CHANGE -> {
        server.catalog.change();
        server.listeners.toolsChanged(call.modern);
        call.answer("changed");
      }
      case RESOURCE_CHANGE -> {
        server.listeners.resourceChanged(call.text("uri"), call.modern);
        call.answer("changed");
      }
      case TASK -> task(call, server);
      default -> ask(call, server);
    }
  }

  private static void task(Call call, Server server) throws InterruptedException {
    if (call.params.at("task").present()) {
      server.tasks.run(call);
    } else {
      call.answer("not run as a task");
    }
  }

  private static void ask(Call call, Server server)
      throws InterruptedException, ExecutionException {
    var method = call.text("method");
    var given = call.params.at("arguments", "params");
    var params = given.present() ? given.raw() : Questions.params(method);
    if (!call.modern) {
      var response = server.questions.ask(method, params);
      var result = response.at("result");
      call.answer(result.present() ? result.raw() : response.at("error").raw());
      return;
    }
    // A modern server may not ask; its result says what it would know, and the client calls again.
    var answer = call.params.at("inputResponses", "question");
    if (answer.present()) {
      call.answer(answer.raw());
    } else {
      call.answerRaw(
          "{\"resultType\":\"input_required\",\"inputRequests\":{\"question\":{\"method\":"
              + Json.quote(method)
              + ",\"params\":"
              + params
              + "}},\"requestState\":\"asked\"}");
    }
  }
}
