package dev.belay.core.turn;

/** The detector's judgement of a call in view of those before it. */
public sealed interface LoopVerdict {
  /** No loop. */
  record Fine() implements LoopVerdict {
    static final Fine VERDICT = new Fine();
  }

  /** The model may be looping: it should be told. */
  record Warn(String reason) implements LoopVerdict {}

  /** The model is looping: the turn should end. */
  record Halt(String reason) implements LoopVerdict {}

  /** {@return {@code text}, a result, with the warning of this verdict} */
  default String on(String text) {
    return switch (this) {
      case Fine _ -> text;
      case Warn(String reason) -> text + "\n\n[WARNING: Possible loop detected] " + reason;
      case Halt(String reason) -> text + "\n\n[LOOP DETECTED — HALTING] " + reason;
    };
  }
}
