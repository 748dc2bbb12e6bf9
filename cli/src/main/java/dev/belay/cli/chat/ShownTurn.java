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
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.UnaryOperator;

/** Shows the events of one turn of an agent as they arrive. For one thread, except for its id. */
final class ShownTurn {
  private static final String THINKING = "thinking";

  private final String agent;
  private final Display display;
  private final ToolLines tools;
  private final Speech speech;
  private final CompletableFuture<String> turnId = new CompletableFuture<>();

  /** An error that is said with the end of the turn; empty for none. */
  private String error = "";

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

  /** Shows that the agent is thinking, if nothing else is shown. */
  void think() {
    if (!speech.isMidLine() && !tools.hasOpen()) {
      display.begin(THINKING, agent + " is thinking", Duration.ZERO);
    }
  }

  /**
   * Shows one event.
   *
   * @throws IOException if the reader of the text has left
   */
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
        sayError();
        error = event.data().text("message");
      }
      case "model_retry" -> {
        still();
        display.say(
            CallRow.line(
                "Asking the model again in %.1f s: %s"
                    .formatted(
                        event.data().count("waitMs") / 1000.0, event.data().text("reason"))));
        think();
      }
      case "turn_complete", "turn_abort" -> {
        if (event.data().text("detail").equals("user")) {
          // The end of the turn says the same, in one line.
          error = "";
        }
        sayError();
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

  private void sayError() {
    error.lines().map(CallRow::line).forEach(display::say);
    error = "";
  }

  /** Ends the display, also if no event ended the turn. */
  void leave() throws IOException, InterruptedException {
    sayError();
    display.end(THINKING);
    speech.endLine();
  }

  /**
   * Shows no more of the agent's text from here, at the beginning of a line, until that is closed
   * by the same thread. What is shown of tools is the display's.
   */
  Pause pause() throws IOException, InterruptedException {
    return speech.pause();
  }

  /** A time without text. */
  interface Pause extends AutoCloseable {
    @Override
    void close();
  }

  private void still() throws IOException, InterruptedException {
    display.end(THINKING);
    if (!tools.hasOpen()) {
      speech.endLine();
    }
  }

  /**
   * Writes an agent's text piece by piece, beside lines that are redrawn. For one thread, except
   * for pauses, in which that waits.
   */
  static final class Speech {
    private final OutputStream out;
    private final UnaryOperator<String> shown;
    private final Display display;
    private final boolean isOneScreen;
    private final StringBuilder held = new StringBuilder();

    /** Held over each write, and over pauses. */
    private final ReentrantLock floor = new ReentrantLock();

    /** Changed under that lock. */
    private volatile boolean midLine;

    Speech(Place place, Display display) {
      out = place.text();
      shown = place.shown();
      isOneScreen = place.isOneScreen();
      this.display = display;
    }

    /**
     * Writes a piece.
     *
     * @param beside whether lines are drawn below, so that an incomplete line must wait
     */
    void say(String piece, boolean beside) throws IOException, InterruptedException {
      held.append(shown.apply(piece));
      int whole = beside && isOneScreen ? held.lastIndexOf("\n") + 1 : held.length();
      write(held.substring(0, whole));
      held.delete(0, whole);
    }

    /**
     * Ends the current line: another message follows, and on one screen, lines may be drawn below.
     */
    void endLine() throws IOException, InterruptedException {
      write(held.toString());
      held.setLength(0);
      if (midLine) {
        write("\n");
      }
    }

    /** {@return whether the cursor is behind text that must not be overwritten} */
    boolean isMidLine() {
      return midLine && isOneScreen;
    }

    Pause pause() throws IOException, InterruptedException {
      floor.lockInterruptibly();
      try {
        if (isMidLine()) {
          put("\n");
        }
        return floor::unlock;
      } catch (IOException | RuntimeException e) {
        floor.unlock();
        throw e;
      }
    }

    private void write(String text) throws IOException, InterruptedException {
      if (text.isEmpty()) {
        return;
      }
      floor.lockInterruptibly();
      try {
        if (isOneScreen && !midLine) {
          display.settle();
        }
        put(text);
      } finally {
        floor.unlock();
      }
    }

    private void put(String text) throws IOException {
      out.write(text.getBytes(StandardCharsets.UTF_8));
      out.flush();
      midLine = !text.endsWith("\n");
    }
  }
}
