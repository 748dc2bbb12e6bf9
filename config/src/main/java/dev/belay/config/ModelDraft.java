package dev.belay.config;

import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One model while its sources are read: asked of a provider, or following a script. */
final class ModelDraft {
  private static final List<Key<String>> OF_PROVIDERS =
      List.of(AgentKeys.MODEL_ID, AgentKeys.BASE_URL, AgentKeys.API_KEY);

  final Values values;
  private final String name;
  private final Origin at;
  private final Path directory;

  /**
   * Begins with nothing.
   *
   * @param at where the model itself stands
   * @param directory against which its script resolves: that of the file
   */
  ModelDraft(String name, Origin at, Path directory) {
    this.name = name;
    this.at = at;
    this.directory = directory;
    values = new Values(AgentKeys.MODELS + "." + name);
  }

  /** {@return the model; null where what is wrong with it is in the findings} */
  @Nullable ModelSettings settled(Findings findings) {
    var provider = values.get(AgentKeys.PROVIDER);
    if (provider == null) {
      if (values.origin(AgentKeys.PROVIDER) == null) {
        findings.error(
            at, values.path(), "needs a provider: anthropic, openai, ollama or scripted");
      }
      return null;
    }
    check(provider, findings);
    var scripted = provider == Provider.SCRIPTED;
    var demo = ModelSettings.DEMO;
    return new ModelSettings(
        name,
        provider,
        values.get(AgentKeys.MODEL_ID, ""),
        values.get(AgentKeys.BASE_URL),
        values.get(AgentKeys.API_KEY),
        scripted ? script(findings) : null,
        values.get(AgentKeys.MAX_TOKENS, demo.maxTokens()),
        values.get(AgentKeys.IDLE_TIMEOUT, demo.idleTimeout()),
        values.get(AgentKeys.MAX_ATTEMPTS, demo.maxAttempts()));
  }

  private void check(Provider provider, Findings findings) {
    switch (provider) {
      case SCRIPTED -> {
        for (var key : OF_PROVIDERS) {
          foreign(
              key, "is for models that a provider answers for, not for scripted ones", findings);
        }
      }
      case ANTHROPIC, OPENAI, OLLAMA -> {
        foreign(AgentKeys.SCRIPT, "is for models with provider: scripted", findings);
        if (values.origin(AgentKeys.MODEL_ID) == null) {
          findings.error(
              at, values.path(), "needs a model: what " + Choice.show(provider) + " calls it");
        }
        unasked(provider, findings);
      }
    }
  }

  /** An own address may be a proxy that adds the key; the provider's own never answers without. */
  private void unasked(Provider provider, Findings findings) {
    if (provider != Provider.OLLAMA
        && values.origin(AgentKeys.API_KEY) == null
        && values.origin(AgentKeys.BASE_URL) == null) {
      findings.warn(
          at,
          values.path(),
          "has no api_key, and " + Choice.show(provider) + " does not answer without one");
    }
  }

  private void foreign(Key<?> key, String text, Findings findings) {
    var origin = values.origin(key);
    if (origin != null) {
      findings.error(origin, values.path(key.name()), text);
    }
  }

  private @Nullable Path script(Findings findings) {
    var said = values.get(AgentKeys.SCRIPT);
    if (said == null) {
      return null;
    }
    var origin = values.origin(AgentKeys.SCRIPT);
    try {
      var script = directory.resolve(said);
      if (!Files.isReadable(script)) {
        findings.error(
            origin == null ? at : origin,
            values.path(AgentKeys.SCRIPT.name()),
            "there is no such file that can be read, beside this one: " + said);
      }
      return script;
    } catch (InvalidPathException e) {
      findings.error(
          origin == null ? at : origin,
          values.path(AgentKeys.SCRIPT.name()),
          "is no path: " + e.getReason());
      return null;
    }
  }
}
