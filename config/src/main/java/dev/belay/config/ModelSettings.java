package dev.belay.config;

import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * A model that agents may use, as configured.
 *
 * @param name what agents call it
 * @param model what its provider calls it; empty for one of a script
 * @param baseUrl where its provider is asked; null for the provider's own address
 * @param apiKey what it is asked with; null for nothing. Never shown
 * @param script the file that it follows; null for one that a provider answers for, and for the
 *     script built in
 * @param maxTokens how much it may say in one message, in tokens
 * @param idleTimeout how long its stream may be silent; zero is without limit
 * @param maxAttempts how often it is asked before its trouble ends the turn, the first time
 *     included
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
  /** The model that there is where none is configured: it follows the script built in. */
  public static final ModelSettings DEMO =
      new ModelSettings(
          "demo", Provider.SCRIPTED, "", null, null, null, 8_192, Duration.ofSeconds(120), 3);

  /** {@return everything but the key} */
  @Override
  public String toString() {
    return name + " (" + provider + " " + model + ")";
  }
}
