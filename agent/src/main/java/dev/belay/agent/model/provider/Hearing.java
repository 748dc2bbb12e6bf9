package dev.belay.agent.model.provider;

import dev.belay.agent.history.Block;
import dev.belay.agent.history.Message;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.model.chat.response.CompleteToolCall;
import dev.langchain4j.model.chat.response.StreamingChatResponseHandler;
import dev.langchain4j.model.output.FinishReason;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Hears one message as LangChain4j reads it out, keeps its blocks in their order, and passes its
 * words on. For one message, on one thread.
 */
final class Hearing implements StreamingChatResponseHandler {
  private final Consumer<String> onText;
  private final List<Block.OfAssistant> blocks = new ArrayList<>();
  private final StringBuilder words = new StringBuilder();

  /** Half a character that a piece ended with: nobody could print it. */
  private String half = "";

  private boolean read;
  private @Nullable FinishReason finish;
  private @Nullable Throwable error;

  /** What {@code onText} threw: LangChain4j would swallow it. */
  private @Nullable RuntimeException thrown;

  Hearing(Consumer<String> onText) {
    this.onText = onText;
  }

  @Override
  public void onPartialResponse(String piece) {
    var text = half + piece;
    int end = text.length();
    if (end > 0 && Character.isHighSurrogate(text.charAt(end - 1))) {
      end--;
    }
    half = text.substring(end);
    say(text.substring(0, end));
  }

  private void say(String text) {
    if (text.isEmpty() || thrown != null) {
      return;
    }
    words.append(text);
    try {
      onText.accept(text);
    } catch (RuntimeException e) {
      thrown = e;
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

  @Override
  public void onCompleteToolCall(CompleteToolCall call) {
    var request = call.toolExecutionRequest();
    // Where a server does not begin to count at 0, LangChain4j makes a call of nothing.
    if (request.name() != null) {
      endWords();
      blocks.add(
          new Block.ToolUse(
              Objects.requireNonNullElse(request.id(), ""), request.name(), request.arguments()));
    }
  }

  @Override
  public void onCompleteResponse(ChatResponse response) {
    endWords();
    read = true;
    finish = response.metadata().finishReason();
  }

  @Override
  public void onError(Throwable error) {
    this.error = this.error == null ? error : this.error;
  }

  /** {@return whether LangChain4j takes the message for complete} */
  boolean isRead() {
    return read;
  }

  /** {@return why the model ended; null if it did not say} */
  @Nullable FinishReason finish() {
    return finish;
  }

  /** {@return whether something could not be read} */
  boolean isGarbled() {
    return error != null;
  }

  /** {@return what the hearer of the words threw; null if nothing} */
  @Nullable RuntimeException thrown() {
    return thrown;
  }

  /** {@return the message, as far as it has come} */
  Message.Assistant message() {
    return new Message.Assistant(blocks);
  }
}
