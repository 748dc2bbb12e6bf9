package dev.belay.testkit.fault;

import dev.belay.testkit.json.Json;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** The calls in flight, by their id as it was spelled. */
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
}
