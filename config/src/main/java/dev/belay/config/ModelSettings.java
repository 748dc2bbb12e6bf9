package dev.belay.config;

import dev.belay.config.Setting.Reload;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A model that agents may use, as configured: {@code models.NAME}.
 *
 * @param name its name for agents
 * @param model its name at the provider; empty for a scripted one
 * @param baseUrl null for the provider's own address
 * @param apiKey the key for requests; null for none. Never shown
 * @param script the file of a scripted model; null for a model of a provider, and for the built-in
 *     script
 * @param idleTimeout how long its stream may be silent; zero for no limit
 * @param maxAttempts how often a request is attempted before its failure ends the turn, including
 *     the first
 */
public record ModelSettings(
    String name,
    Provider provider,
    String model,
    @Nullable String baseUrl,
    @Nullable String apiKey,
    @Nullable Path script,
    int maxTokens,
    Duration idleTimeout,
    int maxAttempts) {
  static final Section SECTION = new Section("NAME", Reload.AT_ONCE, "One model.");
  static final Setting<Provider> PROVIDER =
      SECTION.optional("provider", Codec.choice(Provider.class), "", "its provider");
  private static final Setting<String> MODEL =
      SECTION.optional("model", Codec.TEXT, "", "its name at the provider; not with `scripted`");
  private static final Setting<String> BASE_URL =
      SECTION.optional(
          "base_url",
          HttpUrl.codec("http://127.0.0.1:11434").unquoted(),
          "the provider's own",
          "URL of its API; the query is never shown");
  private static final Setting<String> API_KEY =
      SECTION.optional("api_key", Codec.SECRET, "none", "key for its API; never shown");
  private static final Setting<String> SCRIPT =
      SECTION.optional(
          "script", Codec.TEXT, "the one built in", "with `scripted`, the file of the script");
  private static final Setting<Integer> MAX_TOKENS =
      SECTION.number("max_tokens", 1, 1_000_000, 8_192, "longest message, in tokens");
  private static final Setting<Duration> IDLE_TIMEOUT =
      SECTION.seconds("idle_timeout", 120, "longest silence of its stream; 0 = no limit");
  private static final Setting<Integer> MAX_ATTEMPTS =
      SECTION.number("max_attempts", 1, 10, 3, "attempts of a request, from 1 to 10");

  /** The model of a configuration without models: follows the built-in script. */
  public static final ModelSettings DEMO = demo();

  private static ModelSettings demo() {
    var values = new Values(SECTION);
    values.assume(PROVIDER, Provider.SCRIPTED);
    return Objects.requireNonNull(of("demo", values, Path.of(""), new Findings()));
  }

  /** {@return the model; null if it is invalid, with the reason in the findings} */
  static @Nullable ModelSettings of(String name, Values values, Path directory, Findings findings) {
    var provider = values.find(PROVIDER);
    if (provider == null) {
      if (values.origin(PROVIDER) == null) {
        findings.error(
            values.at(), values.path(), "needs a provider: anthropic, openai, ollama or scripted");
      }
      return null;
    }
    check(provider, values, findings);
    var script = provider == Provider.SCRIPTED ? script(values, directory, findings) : null;
    if (provider == Provider.SCRIPTED) {
      values.settle(SCRIPT, script == null ? "(built in)" : script.toString());
    }
    return new ModelSettings(
        name,
        provider,
        values.or(MODEL, ""),
        values.find(BASE_URL),
        values.find(API_KEY),
        script,
        values.get(MAX_TOKENS),
        values.get(IDLE_TIMEOUT),
        values.get(MAX_ATTEMPTS));
  }

  private static void check(Provider provider, Values values, Findings findings) {
    switch (provider) {
      case SCRIPTED -> {
        for (var setting : List.of(MODEL, BASE_URL, API_KEY)) {
          foreign(
              setting,
              "is for models that a provider answers for, not for scripted ones",
              values,
              findings);
        }
      }
      case ANTHROPIC, OPENAI, OLLAMA -> {
        foreign(SCRIPT, "is for models with provider: scripted", values, findings);
        if (values.origin(MODEL) == null) {
          findings.error(
              values.at(),
              values.path(),
              "needs a model: what " + Codec.word(provider) + " calls it");
        }
        // A configured address may be a proxy that adds the key; the provider's own never answers
        // without.
        if (provider != Provider.OLLAMA
            && values.origin(API_KEY) == null
            && values.origin(BASE_URL) == null) {
          findings.warn(
              values.at(),
              values.path(),
              "has no api_key, and " + Codec.word(provider) + " does not answer without one");
        }
      }
    }
    var key = values.find(API_KEY);
    if (key != null) {
      HeaderRules.checkValue(
          key, fault -> findings.error(values.at(), values.path(API_KEY.name()), fault));
    }
  }

  private static void foreign(Setting<?> setting, String text, Values values, Findings findings) {
    var origin = values.origin(setting);
    if (origin != null) {
      findings.error(origin, values.path(setting.name()), text);
    }
  }

  private static @Nullable Path script(Values values, Path directory, Findings findings) {
    var said = values.find(SCRIPT);
    var origin = values.origin(SCRIPT);
    if (said == null || origin == null) {
      return null;
    }
    try {
      var script = directory.resolve(said);
      if (!Files.isReadable(script)) {
        findings.error(
            origin,
            values.path(SCRIPT.name()),
            "there is no such file that can be read, beside this one: " + said);
      }
      return script;
    } catch (InvalidPathException e) {
      findings.error(origin, values.path(SCRIPT.name()), "is no path: " + e.getReason());
      return null;
    }
  }

  /** {@return a description without the key} */
  @Override
  public String toString() {
    return name + " (" + provider + " " + model + ")";
  }

  /** The provider of a model. */
  public enum Provider {
    /** Anthropic's Messages API. */
    ANTHROPIC,
    /** OpenAI's Chat Completions API, or a compatible server. */
    OPENAI,
    /** Ollama, on this machine or another. */
    OLLAMA,
    /** None: a file scripts the model's answers. */
    SCRIPTED
  }
}
