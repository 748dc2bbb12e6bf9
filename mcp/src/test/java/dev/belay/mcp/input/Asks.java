package dev.belay.mcp.input;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A question that tells how it ends, under the name of what it asks for. */
@SuppressWarnings("ArrayRecordComponent") // Asked, never compared by its params.
record Asks(@Nullable String key, String what, byte @Nullable [] params, Consumer<String> told)
    implements PendingInput.Question {
  @Override
  public String method() {
    return "elicitation/create";
  }

  @Override
  public void answered(byte[] result) {
    told.accept(what + " = " + new String(result, UTF_8));
  }

  @Override
  public void refused(String why) {
    told.accept(what + " refused: " + why);
  }

  @Override
  public void withdrawn() {
    told.accept(what + " withdrawn");
  }
}
