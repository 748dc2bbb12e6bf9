package dev.belay.cli.chat;

import dev.belay.cli.display.Display;
import dev.belay.cli.remote.CallRow;
import dev.belay.cli.remote.ServerEvent;
import dev.belay.cli.turn.ToolLines;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/** The events of one turn of an agent, shown as they come. For one thread, but for its id. */
final class ShownTurn {
  private static final String THINKING = "thinking";

  private final String agent;
  private final Display display;
  private final ToolLines tools;
  private final Speech speech;
  private final CompletableFuture<String> turnId = new CompletableFuture<>();

  ShownTurn(String agent, Display display, Place place) {
    this.agent = agent;
    this.display = display;
    tools = new ToolLines(display, place.terminal());
    speech = new Speech(place, display);
  }

  /** {@return its id, once it has begun} */
  CompletableFuture<String> turnId() {
    return turnId;
  }

  /** Shows that there is nothing to show yet. */
  void think() {
    if (!speech.isMidLine() && !tools.hasOpen()) {
      display.begin(THINKING, agent + " is thinking", Duration.ZERO);
    }
  }

  /** Shows one event; the reader of the text has left where that cannot be. */
  void on(ServerEvent event) throws IOException, InterruptedException {
    switch (event.type()) {
      case "turn_start" -> {
        turnId.complete(event.text("turnId"));
        think();
      }
      case "text_delta" -> {
        display.end(THINKING);
        speech.say(event.text("text"), tools.hasOpen());
      }
      case "error" -> {
        still();
        event.text("message").lines().map(CallRow::line).forEach(display::say);
      }
      case "turn_complete", "turn_abort" -> {
        display.end(THINKING);
        speech.endLine();
        display.settle();
      }
      default -> {
        still();
        tools.on(event);
        think();
      }
    }
  }

  /** Shows that nothing more comes, also where no event said so. */
  void leave() throws IOException, InterruptedException {
    display.end(THINKING);
    speech.endLine();
  }

  private void still() throws IOException, InterruptedException {
    display.end(THINKING);
    if (!tools.hasOpen()) {
      speech.endLine();
    }
  }
}
