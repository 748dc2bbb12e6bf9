package dev.belay.mcp.envelope;

import org.jspecify.annotations.Nullable;

/** An object within a message some of whose members Belay reads. */
public enum Place {
  ENVELOPE,
  PARAMS,
  PARAMS_META,
  RESULT,
  RESULT_META,
  RESULT_TASK,
  ERROR;

  /** Returns the member that holds this object, or null for the message itself. */
  @Nullable Member holder() {
    return switch (this) {
      case ENVELOPE -> null;
      case PARAMS -> Member.PARAMS;
      case PARAMS_META -> Member.PARAMS_META;
      case RESULT -> Member.RESULT;
      case RESULT_META -> Member.RESULT_META;
      case RESULT_TASK -> Member.RESULT_TASK;
      case ERROR -> Member.ERROR;
    };
  }
}
