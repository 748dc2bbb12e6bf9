package dev.belay.agent.model.provider;

import dev.belay.agent.history.Block;
import dev.belay.agent.history.Message;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** Collects the blocks of one message, in order, and forwards text. Confined to one thread. */
final class MessageBuilder {
  /** Why a model ends its message. */
  enum End {
    /** The model completed it. */
    USUAL,
    /** The limit of tokens was reached. */
    LENGTH,
    /** A content filter stopped it. */
    WITHHELD
  }

  private final Consumer<String> onText;
  private final List<Block.OfAssistant> blocks = new ArrayList<>();
  private final StringBuilder words = new StringBuilder();

  /** High surrogate at the end of the last piece, held back until the next. */
  private String half = "";

  private End end = End.USUAL;
  private boolean complete;

  MessageBuilder(Consumer<String> onText) {
    this.onText = onText;
  }

  /** Adds a piece of text, which may be empty. */
  void text(String piece) {
    var text = half + piece;
    int length = text.length();
    if (length > 0 && Character.isHighSurrogate(text.charAt(length - 1))) {
      length--;
    }
    half = text.substring(length);
    say(text.substring(0, length));
  }

  private void say(String text) {
    if (!text.isEmpty()) {
      words.append(text);
      onText.accept(text);
    }
  }

  private void endWords() {
    var rest = half;
    half = "";
    say(rest);
    if (!words.isEmpty()) {
      blocks.add(new Block.Text(words.toString()));
      words.setLength(0);
    }
  }

  /** Adds a call; no input is an empty object. */
  void call(String id, String name, String input) {
    endWords();
    blocks.add(new Block.ToolUse(id, name, input.isBlank() ? "{}" : input));
  }

  /** Notes why the message ends. */
  void end(End why) {
    end = why;
  }

  /** {@return why the message ends} */
  End end() {
    return end;
  }

  /** Ends the message. */
  void complete() {
    endWords();
    complete = true;
  }

  /** {@return whether the message has ended} */
  boolean isComplete() {
    return complete;
  }

  /** {@return the message received so far} */
  Message.Assistant message() {
    return new Message.Assistant(blocks);
  }
}
