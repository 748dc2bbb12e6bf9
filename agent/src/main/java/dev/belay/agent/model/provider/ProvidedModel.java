package dev.belay.agent.model.provider;

import dev.belay.agent.history.Message;
import dev.belay.agent.model.Model;
import dev.belay.agent.model.Model.Prompt;
import dev.belay.agent.model.ModelException;
import dev.belay.config.ModelSettings;
import dev.belay.core.cancel.Cancellation;
import dev.belay.core.time.Time;
import dev.belay.mcp.envelope.JsonObject;
import dev.belay.mcp.envelope.NotJson;
import dev.belay.mcp.envelope.Slices;
import dev.belay.tools.schema.LoggingNotice;
import dev.langchain4j.http.client.HttpClient;
import dev.langchain4j.http.client.HttpClientBuilder;
import dev.langchain4j.model.output.FinishReason;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.function.Consumer;

/**
 * A model of a provider. It makes one attempt; {@link PatientModel} retries.
 *
 * <p>A request runs entirely on the calling thread, including {@code onText}. Thread-safe. Closing
 * it closes its connections and ends their threads.
 */
final class ProvidedModel implements Model, AutoCloseable {
  private final Endpoint endpoint;

  private ProvidedModel(Endpoint endpoint) {
    this.endpoint = endpoint;
  }

  /** {@return a model of this API; sends nothing yet} */
  static ProvidedModel of(ModelSettings settings, Api api, Time time) {
    LoggingNotice.hush();
    return new ProvidedModel(new Endpoint(settings, api, time));
  }

  @Override
  public Message.Assistant ask(Prompt prompt, Consumer<String> onText, Cancellation stop)
      throws ModelException, InterruptedException {
    var hearing = new Hearing(onText);
    var asking = new Asking(endpoint, prompt.tools(), hearing);
    try (var _ = stop.onCancel(_ -> asking.stop())) {
      send(prompt, asking, hearing);
    }
    if (stop.isCancelled()) {
      throw endpoint.troubles().stopped(stop.stop().orElse(null));
    }
    var thrown = hearing.thrown();
    if (thrown != null) {
      throw thrown;
    }
    asking.check();
    return checked(hearing);
  }

  private void send(Prompt prompt, Asking asking, Hearing hearing) throws ModelException {
    try {
      // One per request: it is cheap, and gives each request its own client.
      endpoint
          .api()
          .model(endpoint.settings(), endpoint.baseUrl(), new WireBuilder(asking))
          .chat(Conversation.of(endpoint.api(), prompt), hearing);
    } catch (dev.langchain4j.exception.LangChain4jException | IllegalArgumentException e) {
      throw endpoint.troubles().unsendable(String.valueOf(e.getMessage()));
    }
  }

  private Message.Assistant checked(Hearing hearing) throws ModelException {
    var message = hearing.message();
    if (hearing.finish() == FinishReason.CONTENT_FILTER && message.blocks().isEmpty()) {
      throw endpoint.troubles().withheld();
    }
    if (hearing.finish() == FinishReason.LENGTH) {
      for (var use : message.toolUses()) {
        if (!isObject(use.input())) {
          throw endpoint.troubles().cutCall(use.name());
        }
      }
    }
    return message;
  }

  private static boolean isObject(String json) {
    try {
      var bytes = json.getBytes(StandardCharsets.UTF_8);
      return JsonObject.of(bytes, Slices.value(bytes)) != null;
    } catch (NotJson _) {
      return false;
    }
  }

  /** Closes without waiting for threads. */
  void end() {
    endpoint.end();
  }

  @Override
  public void close() {
    endpoint.close();
  }

  /** Hands LangChain4j our HTTP client, which enforces the limits instead of LangChain4j. */
  record WireBuilder(HttpClient wire) implements HttpClientBuilder {
    @Override
    public Duration connectTimeout() {
      return Duration.ZERO;
    }

    @Override
    public HttpClientBuilder connectTimeout(Duration timeout) {
      return this;
    }

    @Override
    public Duration readTimeout() {
      return Duration.ZERO;
    }

    @Override
    public HttpClientBuilder readTimeout(Duration timeout) {
      return this;
    }

    @Override
    public HttpClient build() {
      return wire;
    }
  }
}
