package dev.belay.testbed.fault;

import dev.belay.testkit.json.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;

/** Tools that work as described, at once. */
final class Honest {
  private Honest() {}

  static void state(Call call, Server server) {
    var set = call.text("set");
    call.answer(set.isEmpty() ? server.memory.get() : String.valueOf(server.memory.getAndSet(set)));
  }

  static void complain(Call call, Server server) {
    var filler = "x".repeat((int) call.number("bytes", 0));
    for (var line = 1L; line <= call.number("lines", 3); line++) {
      server.complain("stderr line " + line + filler);
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
    long times = call.number("times", 1);
    if (call.modern) {
      askInResult(call, method, params, times);
      return;
    }
    var asked = new ArrayList<Future<Json>>();
    for (long question = 0; question < times; question++) {
      asked.add(server.questions.ask(method, params, call.wire));
    }
    call.progress(times, times, "asked");
    var answers = new ArrayList<String>();
    for (var response : asked) {
      var result = response.get().at("result");
      answers.add(result.present() ? result.raw() : response.get().at("error").raw());
    }
    call.answer(together(answers));
  }

  /** A modern server may not ask; its result contains the question, and the client calls again. */
  private static void askInResult(Call call, String method, String params, long times) {
    var answers = new ArrayList<String>();
    var missing = new ArrayList<String>();
    for (long question = 1; question <= times; question++) {
      var key = times == 1 ? "question" : "question-" + question;
      var answer = call.params.at("inputResponses", key);
      if (answer.present()) {
        answers.add(answer.raw());
      } else {
        missing.add(
            Json.quote(key) + ":{\"method\":" + Json.quote(method) + ",\"params\":" + params + "}");
      }
    }
    if (missing.isEmpty()) {
      call.answer(together(answers));
    } else {
      call.answerRaw(
          "{\"resultType\":\"input_required\",\"inputRequests\":{"
              + String.join(",", missing)
              + "},\"requestState\":\"asked\"}");
    }
  }

  private static String together(List<String> answers) {
    return answers.size() == 1 ? answers.getFirst() : "[" + String.join(",", answers) + "]";
  }
}
