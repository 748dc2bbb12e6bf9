package dev.belay.cli.chat;

import dev.belay.cli.display.Display;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.function.UnaryOperator;

/**
 * What an agent says, piece by piece as it comes, beside lines that are drawn over. For one thread.
 */
final class Speech {
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
