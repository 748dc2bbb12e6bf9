package dev.belay.core.turn;

/** What is to be thought of a call, seen beside those before it. */
public sealed interface LoopVerdict {
  /** Nothing. */
  record Fine() implements LoopVerdict {
    static final Fine VERDICT = new Fine();
  }

  /** It looks as if the model goes in circles: it should be told. */
  record Warn(String reason) implements LoopVerdict {}

  /** The model goes in circles: the turn should end. */
  record Halt(String reason) implements LoopVerdict {}

  /** {@return what {@code text}, a result, says with this verdict} */
  default String on(String text) {
    return switch (this) {
      case Fine _ -> text;
      case Warn(String reason) -> text + "\n\n[WARNING: Possible loop detected] " + reason;
      case Halt(String reason) -> text + "\n\n[LOOP DETECTED — HALTING] " + reason;
    };
  }
}
