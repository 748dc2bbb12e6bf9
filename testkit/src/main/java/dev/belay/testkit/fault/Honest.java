package dev.belay.testkit.fault;

import dev.belay.testkit.json.Json;
import java.util.concurrent.ExecutionException;

/** Tools that do what they say at once. */
final class Honest {
  private Honest() {}

  static void state(Call call, Server server) {
    var set = call.text("set");
    call.answer(set.isEmpty() ? server.memory.get() : String.valueOf(server.memory.getAndSet(set)));
  }

  static void complain(Call call, Server server) {
    for (var line = 1L; line <= call.number("lines", 3); line++) {
      server.complain("stderr line " + line);
    }
    call.answer("complained");
  }

  static void changeList(Call call, Server server) {
    server.catalog.change();
    server.listeners.toolsChanged(call);
    call.answer("changed");
  }

  static void changeResource(Call call, Server server) {
    server.listeners.resourceChanged(call.text("uri"), call);
    call.answer("changed");
  }

  static void task(Call call) throws InterruptedException {
    if (call.params.at("task").present()) {
      call.peer.tasks.run(call);
    } else {
      call.answer("not run as a task");
    }
  }

  static void ask(Call call, Server server) throws InterruptedException, ExecutionException {
    var method = call.text("method");
    var given = call.params.at("arguments", "params");
    var params = given.present() ? given.raw() : Questions.params(method);
    if (!call.modern) {
      var response = server.questions.ask(method, params, call.wire);
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
