package dev.belay.cli.chat;

import dev.belay.cli.chat.ChatTurn.Place;
import dev.belay.cli.display.Display;
import dev.belay.cli.remote.CallRow;
import dev.belay.cli.remote.ServerEvents.ServerEvent;
import dev.belay.cli.turn.ToolLines;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.function.UnaryOperator;

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
        turnId.complete(event.data().text("turnId"));
        think();
      }
      case "text_delta" -> {
        display.end(THINKING);
        speech.say(event.data().text("text"), tools.hasOpen());
      }
      case "error" -> {
        still();
        event.data().text("message").lines().map(CallRow::line).forEach(display::say);
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

  /**
   * What an agent says, piece by piece as it comes, beside lines that are drawn over. For one
   * thread.
   */
  static final class Speech {
    private final OutputStream out;
    private final UnaryOperator<String> shown;
    private final Display display;
    private final boolean isOneScreen;
    private final StringBuilder held = new StringBuilder();
    private boolean midLine;

    Speech(Place place, Display display) {
      out = place.text();
      shown = place.shown();
      isOneScreen = place.isOneScreen();
      this.display = display;
    }

    /**
     * Writes a piece.
     *
     * @param beside whether lines are drawn below: what has no end yet waits then
     */
    void say(String piece, boolean beside) throws IOException, InterruptedException {
      held.append(shown.apply(piece));
      int whole = beside && isOneScreen ? held.lastIndexOf("\n") + 1 : held.length();
      write(held.substring(0, whole));
      held.delete(0, whole);
    }

    /**
     * Ends the line that was begun: what is said next is another message, and on one screen other
     * lines may be drawn below.
     */
    void endLine() throws IOException, InterruptedException {
      write(held.toString());
      held.setLength(0);
      if (midLine) {
        write("\n");
      }
    }

    /** {@return whether the cursor stands behind text that must not be drawn over} */
    boolean isMidLine() {
      return midLine && isOneScreen;
    }

    private void write(String text) throws IOException, InterruptedException {
      if (text.isEmpty()) {
        return;
      }
      if (isOneScreen && !midLine) {
        display.settle();
      }
      out.write(text.getBytes(StandardCharsets.UTF_8));
      out.flush();
      midLine = !text.endsWith("\n");
    }
  }
}
