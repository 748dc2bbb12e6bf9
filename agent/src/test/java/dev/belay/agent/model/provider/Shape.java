package dev.belay.agent.model.provider;

import dev.belay.config.ModelSettings;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** External form of each provider's API; its streams are among the resources. */
enum Shape {
  ANTHROPIC(
      ModelSettings.Provider.ANTHROPIC, "text/event-stream", "/v1", "/v1/messages", "x-api-key"),
  OPENAI(
      ModelSettings.Provider.OPENAI,
      "text/event-stream",
      "/v1",
      "/v1/chat/completions",
      "authorization"),
  OLLAMA(ModelSettings.Provider.OLLAMA, "application/x-ndjson", "", "/api/chat", "authorization");

  /** A key that must not appear in messages. */
  static final String KEY = "sk-very-secret";

  static final Duration IDLE = Duration.ofSeconds(90);

  final ModelSettings.Provider provider;
  final String contentType;
  final String root;
  final String path;
  final String keyHeader;

  Shape(
      ModelSettings.Provider provider,
      String contentType,
      String root,
      String path,
      String keyHeader) {
    this.provider = provider;
    this.contentType = contentType;
    this.root = root;
    this.path = path;
    this.keyHeader = keyHeader;
  }

  /** {@return settings for a model at this address} */
  ModelSettings settings(String url) {
    return settings(url, KEY);
  }

  ModelSettings settings(String url, @Nullable String key) {
    return at(url + root, key);
  }

  /** {@return settings for a model at this address, root and all} */
  ModelSettings at(String url, @Nullable String key) {
    return new ModelSettings("m", provider, "model-1", url, key, null, 777, IDLE, 3);
  }

  /** {@return the recorded stream of that name} */
  byte[] stream(String name) {
    var path = name().toLowerCase(Locale.ROOT) + "/" + name + ".txt";
    try (var in = Shape.class.getResourceAsStream(path)) {
      if (in == null) {
        throw new IllegalArgumentException("there is no " + path);
      }
      return in.readAllBytes();
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  /** {@return the recorded stream of that name up to this text, and half of what follows it} */
  byte[] streamTo(String name, String text) {
    var whole = new String(stream(name), StandardCharsets.UTF_8);
    int at = whole.indexOf(text);
    if (at < 0) {
      throw new IllegalArgumentException("there is no " + text + " in " + name);
    }
    return whole.substring(0, at).getBytes(StandardCharsets.UTF_8);
  }
}
