package dev.belay.testbed.fault;

import dev.belay.testkit.json.Json;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Calls in progress, by the original spelling of their id. */
final class Calls {
  private final Map<String, Call> running = new ConcurrentHashMap<>();

  void started(Call call) {
    running.put(call.id.raw(), call);
  }

  void ended(Call call) {
    running.remove(call.id.raw(), call);
  }

  /** Cancels one call. Returns whether there was one. */
  boolean cancel(Json id) {
    var call = running.get(id.raw());
    if (call != null) {
      call.cancel();
    }
    return call != null;
  }

  /** Cancels every call. Returns their ids. */
  List<String> cancelAll() {
    var all = List.copyOf(running.values());
    all.forEach(Call::cancel);
    return all.stream().map(call -> call.id.raw()).toList();
  }
}
