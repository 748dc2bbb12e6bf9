package dev.belay.config;

import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Every key of {@code models} and of the agents in {@code agents}. */
final class AgentKeys {
  static final String MODELS = "models";
  static final String DEFAULTS_PATH = TurnKeys.AGENTS + "." + TurnKeys.DEFAULTS;

  static final Key<Provider> PROVIDER = Key.choice("provider", Provider.class);
  static final Key<String> MODEL_ID = Key.text("model");
  static final Key<String> BASE_URL = Key.url("base_url", "http://127.0.0.1:11434");
  static final Key<String> API_KEY = Key.text("api_key");
  static final Key<String> SCRIPT = Key.text("script");
  static final Key<Integer> MAX_TOKENS = Key.number("max_tokens", 1, 1_000_000);
  static final Key<Duration> IDLE_TIMEOUT = Key.span("idle_timeout");
  static final Key<Integer> MAX_ATTEMPTS = Key.number("max_attempts", 1, 10);

  static final Key<Verbatim> MODEL = new Key<>("model", Verbatim.class, AgentKeys::nameIn);
  static final Key<Verbatim> INSTRUCTIONS =
      new Key<>("instructions", Verbatim.class, text -> new Reading.Good<>(new Verbatim(text)));
  static final Key<Texts> TOOLS = Key.texts("tools", AgentKeys::faultOfGlob);
  static final Key<Integer> MAX_TOOL_LOOPS = Key.number("max_tool_loops", 1, 10_000);

  static final List<Key<?>> OF_MODEL =
      List.of(
          PROVIDER, MODEL_ID, BASE_URL, API_KEY, SCRIPT, MAX_TOKENS, IDLE_TIMEOUT, MAX_ATTEMPTS);
  static final List<Key<?>> OF_DEFAULTS = List.of(MODEL, INSTRUCTIONS, MAX_TOOL_LOOPS);
  static final List<Key<?>> OF_AGENT = List.of(MODEL, INSTRUCTIONS, TOOLS, MAX_TOOL_LOOPS);

  private AgentKeys() {}

  private static Reading<Verbatim> nameIn(String text) {
    return text.isBlank()
        ? new Reading.Wrong<>("expected the name of a model")
        : new Reading.Good<>(new Verbatim(text));
  }

  private static @Nullable String faultOfGlob(String glob) {
    return glob.isEmpty() ? "expected globs of tools, such as docs__*" : null;
  }
}
