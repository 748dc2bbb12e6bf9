package dev.belay.agent.model.provider;

import dev.belay.agent.history.Message;
import dev.belay.agent.model.Model.Prompt;
import dev.belay.agent.model.ModelException;
import dev.belay.config.ModelSettings;
import dev.belay.core.cancel.Cancellation;
import dev.belay.core.time.Time;
import java.util.List;
import java.util.Random;

/** A program with models of all kinds, which uses the scripted one, and another on request. */
public final class LazyMain {
  private LazyMain() {}

  /**
   * Runs the program.
   *
   * @param args the URL of a stand-in of OpenAI's API, or nothing
   */
  public static void main(String[] args) throws ModelException, InterruptedException {
    try (var models =
        new Models(
            Time.system(),
            new Random(),
            _ -> {},
            _ -> (_, _, _) -> new Message.Assistant(List.of()))) {
      for (var shape : Shape.values()) {
        var _ = models.of(shape.settings("http://127.0.0.1:1"));
      }
      var settings = args.length == 0 ? ModelSettings.DEMO : Shape.OPENAI.settings(args[0]);
      var prompt = new Prompt("", List.of(Message.User.of("Hi")), List.of());
      var _ = models.of(settings).ask(prompt, _ -> {}, Cancellation.root());
    }
  }
}
