package dev.belay.testbed.fault;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/** Active rules; the first that matches a request hits it. */
final class HttpRules {
  private final List<HttpRule> rules = new CopyOnWriteArrayList<>();

  void add(HttpRule rule) {
    rules.add(rule);
  }

  void clear() {
    rules.clear();
  }

  /** {@return the fault in reading the next request's body; null for regular reading} */
  @Nullable HttpFault reading(String httpMethod) {
    for (var rule : rules) {
      if (rule.isOfReading() && rule.hits(httpMethod, "")) {
        return rule.fault;
      }
    }
    return null;
  }

  /** {@return the fault that hits a request; null for none} */
  @Nullable HttpFault answering(String httpMethod, String rpcMethod) {
    for (var rule : rules) {
      if (!rule.isOfReading() && rule.hits(httpMethod, rpcMethod)) {
        return rule.fault;
      }
    }
    return null;
  }
}
