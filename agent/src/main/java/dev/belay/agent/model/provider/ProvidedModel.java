package dev.belay.agent.model.provider;

import dev.belay.agent.history.Message;
import dev.belay.agent.model.Model;
import dev.belay.agent.model.Model.Prompt;
import dev.belay.agent.model.ModelException;
import dev.belay.agent.model.provider.MessageBuilder.End;
import dev.belay.config.ModelSettings;
import dev.belay.core.cancel.Cancellation;
import dev.belay.core.time.Time;
import dev.belay.mcp.envelope.JsonObject;
import dev.belay.mcp.envelope.NotJson;
import dev.belay.mcp.envelope.Slices;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;

/**
 * A model of a provider. It makes one attempt; {@link PatientModel} retries.
 *
 * <p>A request runs entirely on the calling thread, including {@code onText}. Thread-safe. Closing
 * it closes its connections and ends their threads.
 */
final class ProvidedModel implements Model, AutoCloseable {
  private final Endpoint endpoint;
  private final Time time;

  /** Creates a model of this API; sends nothing yet. */
  ProvidedModel(ModelSettings settings, Api api, Time time) {
    endpoint = new Endpoint(settings, api, time);
    this.time = time;
  }

  @Override
  public Message.Assistant ask(Prompt prompt, Consumer<String> onText, Cancellation stop)
      throws ModelException, InterruptedException {
    check(stop);
    var message = new MessageBuilder(onText);
    try (var exchange = endpoint.send(prompt);
        var _ = stop.onCancel(_ -> Endpoint.stop(exchange))) {
      new Answering(endpoint, time, exchange, message).read();
    } catch (ModelException e) {
      check(stop);
      throw e;
    }
    check(stop);
    return checked(message);
  }

  private void check(Cancellation stop) throws ModelException {
    if (stop.isCancelled()) {
      throw endpoint.troubles().stopped(stop.stop().orElse(null));
    }
  }

  private Message.Assistant checked(MessageBuilder builder) throws ModelException {
    var message = builder.message();
    if (builder.end() == End.WITHHELD && message.blocks().isEmpty()) {
      throw endpoint.troubles().withheld();
    }
    if (builder.end() == End.LENGTH) {
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
}
