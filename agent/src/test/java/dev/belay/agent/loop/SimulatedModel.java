package dev.belay.agent.loop;

import dev.belay.agent.history.Block;
import dev.belay.agent.history.Message;
import dev.belay.agent.history.Repair;
import dev.belay.agent.model.Model;
import dev.belay.agent.model.Model.Prompt;
import dev.belay.agent.model.ModelException;
import dev.belay.agent.model.ModelException.ModelTrouble;
import dev.belay.core.cancel.Cancellation;
import dev.belay.core.time.Simulation;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.IntSupplier;

/** A model that says and requests anything, fails, and takes its time, even to stop. */
final class SimulatedModel implements Model {
  private static final List<String> INPUTS = List.of("{}", "{\"a\":1}", "[1]", "{\"a\":", "");
  private static final List<String> IDS = List.of("", "same", "a b", "x".repeat(50), "call");

  private final Simulation simulation;
  private final Random random;
  private final IntSupplier turns;

  /** The number of requests in progress. */
  int open;

  /** Faults of the requests. */
  final List<String> wrong = new ArrayList<>();

  /** Creates a model for turns, of which {@code turns} run. */
  SimulatedModel(Simulation simulation, Random random, IntSupplier turns) {
    this.simulation = simulation;
    this.random = random;
    this.turns = turns;
  }

  @Override
  public Message.Assistant ask(Prompt prompt, Hearer onText, Cancellation stop)
      throws ModelException, InterruptedException {
    if (!Repair.of(prompt.messages()).mends().isEmpty()) {
      wrong.add("not as an API takes it: " + prompt.messages());
    }
    open++;
    try {
      return answer(onText, stop);
    } finally {
      if (turns.getAsInt() < open) {
        wrong.add("a turn has ended before its model's stream");
      }
      open--;
    }
  }

  private Message.Assistant answer(Consumer<String> onText, Cancellation stop)
      throws ModelException, InterruptedException {
    var blocks = new ArrayList<Block.OfAssistant>();
    var text = new StringBuilder();
    int words = random.nextInt(4);
    for (int i = 0; i < words; i++) {
      pause(stop);
      var word = random.nextInt(6) == 0 ? " " : "word ";
      onText.accept(word);
      text.append(word);
    }
    pause(stop);
    if (random.nextInt(12) == 0) {
      throw new ModelException(ModelTrouble.BROKEN, "The stream broke.");
    }
    if (random.nextInt(40) == 0) {
      throw new IllegalStateException("a defect");
    }
    blocks.add(new Block.Text(text.toString()));
    if (random.nextInt(3) > 0) {
      int calls = random.nextInt(4);
      for (int i = 0; i < calls; i++) {
        blocks.add(call());
      }
    }
    return new Message.Assistant(blocks);
  }

  private Block.ToolUse call() {
    var id = random.nextBoolean() ? "id" + random.nextInt(1_000) : pick(IDS);
    var name = random.nextInt(10) == 0 ? "no such" : pick(SimulatedTools.NAMES);
    return new Block.ToolUse(id, name, random.nextInt(4) > 0 ? "{}" : pick(INPUTS));
  }

  private String pick(List<String> from) {
    return from.get(random.nextInt(from.size()));
  }

  private void pause(Cancellation stop) throws ModelException, InterruptedException {
    var stopped = new CompletableFuture<Boolean>();
    try (var _ = stop.onCancel(_ -> stopped.complete(true))) {
      if (simulation.await(stopped, Duration.ofMillis(random.nextInt(3_000)))) {
        simulation.sleep(Duration.ofMillis(random.nextInt(500)));
        throw new ModelException(ModelTrouble.STOPPED, "the model was stopped");
      }
    }
  }
}
