package dev.belay.testbed.fault;

import dev.belay.testkit.json.Json;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

/** Tasks of the legacy era (2025-11-25): work that continues after the response with its id. */
final class Tasks {
  private static final String STARTED = "2026-01-01T00:00:00Z";

  private final Map<String, Task> tasks = new ConcurrentHashMap<>();
  private final AtomicInteger created = new AtomicInteger();
  private final Wire unasked;

  Tasks(Wire unasked) {
    this.unasked = unasked;
  }

  /** Runs {@code call} as a task: the response first, then progress on the call's own token. */
  void run(Call call) throws InterruptedException {
    var task = new Task("task-" + created.incrementAndGet(), call, new CountDownLatch(1));
    tasks.put(task.id, task);
    call.answerRaw("{\"task\":" + task.text("working") + "}");
    call.outlive();
    var steps = call.number("steps", 3);
    for (var step = 1L; step <= steps; step++) {
      if (call.cancelledWithin(call.millis("everyMs", 20))) {
        return;
      }
      call.progress(step, steps, "task step " + step);
    }
    task.done.countDown();
    unasked.notification("notifications/tasks/status", task.text("completed"));
  }

  /** Answers one of the {@code tasks/…} requests. */
  void request(String method, Json id, Json params, Wire wire) throws InterruptedException {
    var task = tasks.get(params.at("taskId").text());
    if (task == null) {
      wire.refuse(id, -32602, "no such task", "");
      return;
    }
    switch (method) {
      case "tasks/get" -> wire.answer(id, task.text(task.status()));
      case "tasks/cancel" -> {
        task.call.cancel();
        wire.answer(id, task.text("cancelled"));
      }
      default -> {
        task.done.await();
        wire.answer(id, task.result());
      }
    }
  }

  private record Task(String id, Call call, CountDownLatch done) {
    String status() {
      return done.getCount() == 0 ? "completed" : "working";
    }

    String text(String status) {
      return "{\"taskId\":\"%s\",\"status\":\"%s\",\"createdAt\":\"%s\",\"lastUpdatedAt\":\"%s\",\"ttl\":60000,\"pollInterval\":50}"
          .formatted(id, status, STARTED, STARTED);
    }

    String result() {
      return "{\"content\":[{\"type\":\"text\",\"text\":\"task done\"}],\"_meta\":"
          + "{\"io.modelcontextprotocol/related-task\":{\"taskId\":\""
          + id
          + "\"}}}";
    }
  }
}
