package dev.belay.agent.loop;

import dev.belay.agent.history.Block;
import dev.belay.agent.history.History;
import dev.belay.agent.history.Message;
import dev.belay.agent.history.Repair;
import dev.belay.agent.model.Model;
import dev.belay.agent.model.Model.Prompt;
import dev.belay.agent.model.ModelException;
import dev.belay.agent.session.ChatSessions.Stay;
import dev.belay.config.AgentSettings;
import dev.belay.core.turn.AbortReason;
import dev.belay.core.turn.RepeatedToolIdException;
import dev.belay.core.turn.ToolUse;
import dev.belay.core.turn.Turn;
import dev.belay.core.turn.TurnHold;
import dev.belay.gateway.listing.ListFailed;
import dev.belay.gateway.turn.OfferedTool;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The loop of one agent turn: asks the model and runs the calls it requests, until a message
 * requests none or the turn is aborted.
 *
 * <p>Concurrency: runs on the turn's own thread, which is not interrupted: a stop arrives as the
 * turn's cancellation, closes the model's stream or ends the calls, and is checked before each
 * step. However the turn ends, the history accepts the next message, and the conversation is
 * released before the turn's last event.
 */
final class AgentLoop {
  private final Turn turn;
  private final TurnHold hold;
  private final Stay stay;
  private final History history;
  private final AgentSettings agent;
  private final Supplier<@Nullable Model> model;
  private final Calls calls;
  private final Consumer<String> report;
  private final CompletableFuture<String> answer = new CompletableFuture<>();

  /** Text of the model's last message. */
  private String said = "";

  /**
   * Creates the loop of a turn.
   *
   * @param hold the hold of the turn; closed at its end
   * @param model finds the agent's model when needed; null if there is none
   */
  AgentLoop(
      TurnHold hold,
      Stay stay,
      AgentSettings agent,
      Supplier<@Nullable Model> model,
      Calls calls,
      Consumer<String> report) {
    this.hold = hold;
    turn = hold.turn();
    this.stay = stay;
    this.agent = agent;
    this.model = model;
    this.calls = calls;
    this.report = report;
    history = stay.history();
  }

  /** {@return the text of the model's last message, once the turn has ended} */
  CompletionStage<String> answer() {
    return answer;
  }

  /** Answers a message. */
  void run(String message) {
    boolean isAnswered = false;
    try {
      history.addUser(message);
      isAnswered = converse();
    } catch (InterruptedException e) {
      var _ = turn.abort(AbortReason.SERVER_SHUTDOWN);
    } catch (RuntimeException | Error e) {
      // Errors as well: a turn that never ends would block its conversation forever.
      report.accept("Turn " + turn.id() + " failed: " + e);
      var _ = turn.fail("The agent failed: " + e);
    } finally {
      end(isAnswered);
    }
  }

  private void end(boolean isAnswered) {
    try {
      history.closeOpen(List.of(), turn.stopped().orElse(AbortReason.ERROR).resultText());
    } finally {
      // Before the last event, so that its readers find the conversation free.
      stay.close();
      hold.close();
      if (isAnswered) {
        var _ = turn.complete();
      }
      // Has no effect on a turn that has ended.
      var _ = turn.abort(AbortReason.ERROR);
      answer.complete(said);
    }
  }

  /** {@return whether the model gave a final answer} */
  private boolean converse() throws InterruptedException {
    var asked = model();
    int rounds = 0;
    while (asked != null && turn.stopped().isEmpty()) {
      var reply = ask(asked);
      if (reply.isEmpty()) {
        return false;
      }
      var uses = history.addAssistant(reply.get()).toolUses();
      if (uses.isEmpty()) {
        return true;
      }
      if (rounds == agent.maxToolLoops()) {
        var _ = turn.abort(AbortReason.MAX_TOOL_LOOPS);
      }
      rounds++;
      run(uses);
    }
    return false;
  }

  private @Nullable Model model() {
    var found = model.get();
    if (found == null) {
      var _ =
          turn.fail(
              "Agent '%s' uses model '%s', which is not configured: add it to models."
                  .formatted(agent.name(), agent.model()));
    }
    return found;
  }

  /** {@return the model's message; empty on failure} */
  private Optional<Message.Assistant> ask(Model asked) throws InterruptedException {
    List<OfferedTool> offered;
    try {
      offered = calls.offered();
    } catch (ListFailed e) {
      var _ = turn.fail("The agent's tools cannot be listed. " + e.getMessage());
      return Optional.empty();
    }
    var prompt = new Prompt(agent.instructions(), mended(), offered);
    var heard = new Heard();
    boolean isWhole = false;
    try {
      var reply = asked.ask(prompt, heard, turn.cancellation());
      isWhole = true;
      said = words(reply);
      return Optional.of(reply);
    } catch (ModelException e) {
      // Has no effect if the turn was stopped.
      var _ = turn.fail(e.why());
      return Optional.empty();
    } catch (RuntimeException | LinkageError e) {
      report.accept("Model '" + agent.model() + "' failed: " + e);
      var _ = turn.fail("Model '%s' cannot be used: %s".formatted(agent.model(), e.getMessage()));
      return Optional.empty();
    } finally {
      if (!isWhole) {
        keep(heard.text.toString());
      }
    }
  }

  /** Publishes what the model does, and keeps its text. */
  private final class Heard implements Model.Hearer {
    private final StringBuilder text = new StringBuilder();

    @Override
    public void accept(String piece) {
      text.append(piece);
      turn.say(piece);
    }

    @Override
    public void retry(int attempt, Duration pause, String reason) {
      turn.retry(attempt, pause, reason);
    }
  }

  /** Keeps the text of an interrupted message; incomplete calls would never be answered. */
  private void keep(String heard) {
    said = heard;
    if (!heard.isBlank()) {
      var _ = history.addAssistant(new Message.Assistant(List.of(new Block.Text(heard))));
    }
  }

  private static String words(Message.Assistant reply) {
    return reply.blocks().stream()
        .filter(Block.Text.class::isInstance)
        .map(Block.Text.class::cast)
        .map(Block.Text::text)
        .collect(Collectors.joining("\n"));
  }

  /** {@return the history in the form that every API accepts; a repair indicates a defect} */
  private List<Message> mended() {
    var repaired = Repair.of(history.messages());
    var request = turn.request();
    for (var mend : repaired.mends()) {
      report.accept(
          "history:orphan_repair %s [%s:%s]".formatted(mend, request.agent(), request.session()));
    }
    return repaired.messages();
  }

  private void run(List<Block.ToolUse> asked) throws InterruptedException {
    // A stopped turn starts no calls and needs no tool lookup.
    List<ToolUse> uses =
        turn.stopped().isEmpty() ? calls.of(asked) : asked.stream().map(Calls::unmade).toList();
    try {
      history.addResults(turn.run(uses));
    } catch (RepeatedToolIdException e) {
      throw new IllegalStateException("the history gives each call an id of its own", e);
    }
  }
}
