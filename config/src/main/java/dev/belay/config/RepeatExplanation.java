package dev.belay.config;

import java.util.function.BiConsumer;

/** Lists what a glob says about calls that may be spared, or made again. */
record RepeatExplanation(ToolSettings rule, BiConsumer<String, String> row) {
  void rows() {
    var said = rule.repeats();
    if (said.cacheTtl() != null) {
      show(RepeatKeys.CACHE_TTL.name(), Span.show(said.cacheTtl()));
    }
    if (said.readOnly() != null) {
      show(RepeatKeys.READ_ONLY.name(), said.readOnly().toString());
    }
    if (said.idempotent() != null) {
      show(RepeatKeys.IDEMPOTENT.name(), said.idempotent().toString());
    }
    var retry = RepeatKeys.RETRY + ".";
    if (said.maxAttempts() != null) {
      show(retry + RepeatKeys.MAX_ATTEMPTS.name(), said.maxAttempts().toString());
    }
    if (said.on() != null) {
      show(
          retry + RepeatKeys.ON.name(),
          Texts.show(said.on().stream().sorted().map(Choice::show).toList()));
    }
  }

  private void show(String key, String value) {
    row.accept(rule.key(key), value);
  }
}
