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
 * Collects the blocks of one message from LangChain4j's callbacks, in order, and forwards text.
 * Confined to one thread.
 */
final class Hearing implements StreamingChatResponseHandler {
  private final Consumer<String> onText;
  private final List<Block.OfAssistant> blocks = new ArrayList<>();
  private final StringBuilder words = new StringBuilder();

  /** High surrogate at the end of the last piece, held back until the next. */
  private String half = "";

  private boolean read;
  private @Nullable FinishReason finish;
  private @Nullable Throwable error;

  /** Exception of {@code onText}, which LangChain4j would swallow. */
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
    // LangChain4j makes an empty call if a server's indexes do not start at 0.
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

  /** {@return whether LangChain4j reported the message as complete} */
  boolean isRead() {
    return read;
  }

  /** {@return the finish reason; null if not given} */
  @Nullable FinishReason finish() {
    return finish;
  }

  /** {@return whether LangChain4j reported an error} */
  boolean isGarbled() {
    return error != null;
  }

  /** {@return the exception of {@code onText}; null if none} */
  @Nullable RuntimeException thrown() {
    return thrown;
  }

  /** {@return the message received so far} */
  Message.Assistant message() {
    return new Message.Assistant(blocks);
  }
}
