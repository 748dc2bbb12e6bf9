package dev.belay.agent.model.provider;

import com.google.errorprone.annotations.concurrent.GuardedBy;
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
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * The configured models: one per settings, built on first use, so that a program with scripted
 * models only loads no HTTP client.
 *
 * <p>A model whose settings are no longer configured is retired: its holders can still use it, and
 * its connections and threads end whenever it is idle. Thread-safe.
 */
public final class Models implements AutoCloseable {
  private final Time time;
  private final Consumer<String> report;
  private final RandomGenerator random;
  private final Function<ModelSettings, Model> scripted;
  private final ReentrantLock lock = new ReentrantLock();

  @GuardedBy("lock") private final Map<ModelSettings, OnFirstUse> models = new HashMap<>();

  /** Retired models that may still be held; a running request holds its model. */
  @GuardedBy("lock") private final Set<OnFirstUse> retired = Collections.newSetFromMap(new WeakHashMap<>());

  /**
   * Creates an empty set of models.
   *
   * @param random randomizes pauses before retries; thread-safe
   * @param report receives a log line for each retry
   * @param scripted creates a scripted model
   */
  public Models(
      Time time,
      RandomGenerator random,
      Consumer<String> report,
      Function<ModelSettings, Model> scripted) {
    this.time = time;
    this.random = random;
    this.report = report;
    this.scripted = scripted;
  }

  /** {@return the model of these settings, always the same instance} */
  public Model of(ModelSettings settings) {
    lock.lock();
    try {
      return models.computeIfAbsent(settings, OnFirstUse::new);
    } finally {
      lock.unlock();
    }
  }

  /**
   * Retires all models except those of these settings; does not wait for their requests.
   *
   * <p>Races with a turn that read the previous configuration and creates a retired model anew,
   * which the next call retires.
   */
  public void keep(Collection<ModelSettings> configured) {
    var rest = new ArrayList<OnFirstUse>();
    lock.lock();
    try {
      models
          .entrySet()
          .removeIf(entry -> !configured.contains(entry.getKey()) && rest.add(entry.getValue()));
      retired.addAll(rest);
    } finally {
      lock.unlock();
    }
    rest.forEach(OnFirstUse::retire);
  }

  private Built build(ModelSettings settings) {
    return switch (settings.provider()) {
      case ANTHROPIC -> patient(settings, new ProvidedModel(settings, new AnthropicApi(), time));
      case OPENAI -> patient(settings, new ProvidedModel(settings, new OpenAiApi(), time));
      case OLLAMA -> patient(settings, new ProvidedModel(settings, new OllamaApi(), time));
      case SCRIPTED -> new Built(scripted.apply(settings), () -> {}, () -> {});
    };
  }

  private Built patient(ModelSettings settings, ProvidedModel model) {
    var patient = new PatientModel(model, settings, time, random, report);
    return new Built(patient, model::end, model::close);
  }

  /** Closes all connections: running requests fail, and no model can be used again. */
  @Override
  public void close() {
    List<OnFirstUse> all;
    lock.lock();
    try {
      all = new ArrayList<>(models.values());
      all.addAll(retired);
      models.clear();
      retired.clear();
    } finally {
      lock.unlock();
    }
    all.forEach(OnFirstUse::close);
  }

  /** A built model: {@code end} closes without waiting, {@code close} waits for the threads. */
  private record Built(Model model, Runnable end, Runnable close) {}

  /** A model built on first use and, once retired, released whenever it is idle. */
  private final class OnFirstUse implements Model {
    private final ModelSettings settings;
    private final ReentrantLock once = new ReentrantLock();

    @GuardedBy("once") private @Nullable Built built;

    @GuardedBy("once") private int asked;

    @GuardedBy("once") private boolean isRetired;

    @GuardedBy("once") private boolean closed;

    OnFirstUse(ModelSettings settings) {
      this.settings = settings;
    }

    @Override
    public Message.Assistant ask(Prompt prompt, Hearer onText, Cancellation stop)
        throws ModelException, InterruptedException {
      var model = begin();
      try {
        return model.ask(prompt, onText, stop);
      } finally {
        end();
      }
    }

    private Model begin() {
      once.lock();
      try {
        if (closed) {
          throw new IllegalStateException("models." + settings.name() + " was closed");
        }
        if (built == null) {
          built = build(settings);
        }
        asked++;
        return built.model();
      } finally {
        once.unlock();
      }
    }

    private void end() {
      Built unused;
      once.lock();
      try {
        asked--;
        unused = unusedLocked();
      } finally {
        once.unlock();
      }
      end(unused);
    }

    void retire() {
      Built unused;
      once.lock();
      try {
        isRetired = true;
        unused = unusedLocked();
      } finally {
        once.unlock();
      }
      end(unused);
    }

    @GuardedBy("once") private @Nullable Built unusedLocked() {
      if (!isRetired || asked > 0) {
        return null;
      }
      var unused = built;
      built = null;
      return unused;
    }

    private static void end(@Nullable Built unused) {
      if (unused != null) {
        unused.end().run();
      }
    }

    void close() {
      Built last;
      once.lock();
      try {
        closed = true;
        last = built;
      } finally {
        once.unlock();
      }
      if (last != null) {
        last.close().run();
      }
    }
  }

  /**
   * A model of a provider. It makes one attempt; {@link PatientModel} retries.
   *
   * <p>A request runs entirely on the calling thread, including {@code onText}. Thread-safe.
   * Closing it closes its connections and ends their threads.
   */
  static final class ProvidedModel implements Model, AutoCloseable {
    private final Endpoint endpoint;
    private final Time time;

    /** Creates a model of this API; sends nothing yet. */
    ProvidedModel(ModelSettings settings, ProviderApi api, Time time) {
      endpoint = new Endpoint(settings, api, time);
      this.time = time;
    }

    @Override
    public Message.Assistant ask(Prompt prompt, Hearer onText, Cancellation stop)
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
}
