package dev.belay.agent.model.provider;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.belay.agent.history.Message;
import dev.belay.agent.model.Model;
import dev.belay.agent.model.ModelException;
import dev.belay.agent.model.Prompt;
import dev.belay.core.cancel.Cancellation;
import dev.belay.core.time.Time;
import dev.belay.gateway.config.ModelSettings;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * The models that are in use: one for each settings, made when it is first asked, so that a program
 * whose models follow scripts loads nothing of LangChain4j.
 *
 * <p>Settings that are no longer used keep their model until this is closed; there are as many as a
 * configuration has had. Safe for use by many threads.
 */
public final class Models implements AutoCloseable {
  private final Time time;
  private final Consumer<String> report;
  private final RandomGenerator random;
  private final Function<ModelSettings, Model> scripted;
  private final ReentrantLock lock = new ReentrantLock();

  @GuardedBy("lock") private final Map<ModelSettings, OnFirstUse> models = new HashMap<>();

  /**
   * Begins without any.
   *
   * @param random decides how long a model is left alone before it is asked again; used by many
   *     threads
   * @param report is told a line for each time that a model is asked again
   * @param scripted makes a model that follows a script
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

  /** {@return the model with these settings: the same one each time} */
  public Model of(ModelSettings settings) {
    lock.lock();
    try {
      return models.computeIfAbsent(settings, OnFirstUse::new);
    } finally {
      lock.unlock();
    }
  }

  private Built build(ModelSettings settings) {
    return switch (settings.provider()) {
      case ANTHROPIC -> patient(settings, ProvidedModel.of(settings, new AnthropicApi(), time));
      case OPENAI -> patient(settings, ProvidedModel.of(settings, new OpenAiApi(), time));
      case OLLAMA -> patient(settings, ProvidedModel.of(settings, new OllamaApi(), time));
      case SCRIPTED -> new Built(scripted.apply(settings), () -> {});
    };
  }

  private Built patient(ModelSettings settings, ProvidedModel model) {
    return new Built(new PatientModel(model, settings, time, random, report), model::close);
  }

  /** Ends all connections; what is being asked breaks, and models can be asked no more. */
  @Override
  public void close() {
    List<OnFirstUse> all;
    lock.lock();
    try {
      all = new ArrayList<>(models.values());
      models.clear();
    } finally {
      lock.unlock();
    }
    all.forEach(OnFirstUse::close);
  }

  private record Built(Model model, Runnable end) {}

  /** A model that is made when it is first asked. */
  private final class OnFirstUse implements Model {
    private final ModelSettings settings;
    private final ReentrantLock once = new ReentrantLock();

    @GuardedBy("once") private @Nullable Built built;

    @GuardedBy("once") private boolean closed;

    OnFirstUse(ModelSettings settings) {
      this.settings = settings;
    }

    @Override
    public Message.Assistant ask(Prompt prompt, Consumer<String> onText, Cancellation stop)
        throws ModelException, InterruptedException {
      return model().ask(prompt, onText, stop);
    }

    private Model model() {
      once.lock();
      try {
        if (closed) {
          throw new IllegalStateException("models." + settings.name() + " was closed");
        }
        if (built == null) {
          built = build(settings);
        }
        return built.model();
      } finally {
        once.unlock();
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
        last.end().run();
      }
    }
  }
}
