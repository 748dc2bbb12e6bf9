package dev.belay.bench.tools;

import dev.belay.tools.annotation.Arg;
import dev.belay.tools.annotation.Tool;

/** A tool with two arguments and almost no work. */
public final class FirstCharacters {
  /** Gives the beginning of a text. */
  @Tool(description = "Gives the beginning of a text.", readOnly = true, idempotent = true)
  public String first(
      @Arg(description = "what to take it of") String text,
      @Arg(description = "how many characters to take") int count) {
    return text.substring(0, count);
  }
}
