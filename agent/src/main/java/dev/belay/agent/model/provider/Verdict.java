package dev.belay.agent.model.provider;

import dev.belay.agent.model.ModelTrouble;

/** Of which kind a provider's error is, by its status and its own word for it. */
final class Verdict {
  private Verdict() {}

  /** {@return the kind of an answer with this status; {@code kind} may be empty} */
  static ModelTrouble of(int status, String kind) {
    return switch (status) {
      // OpenAI has one status for "slower, please" and for "there is no money left".
      case 429 ->
          kind.equals("insufficient_quota") ? ModelTrouble.REFUSED : ModelTrouble.RATE_LIMITED;
      case 503, 529 -> ModelTrouble.OVERLOADED;
      case 408 -> ModelTrouble.FAILED;
      default -> status >= 500 ? ofKind(kind, ModelTrouble.FAILED) : ModelTrouble.REFUSED;
    };
  }

  /** {@return the kind that a provider calls so; {@code otherwise} if nobody knows the word} */
  static ModelTrouble ofKind(String kind, ModelTrouble otherwise) {
    return switch (kind) {
      case "overloaded_error", "overloaded", "server_overloaded" -> ModelTrouble.OVERLOADED;
      case "rate_limit_error", "rate_limit_exceeded" -> ModelTrouble.RATE_LIMITED;
      case "authentication_error",
          "billing_error",
          "context_length_exceeded",
          "insufficient_quota",
          "invalid_api_key",
          "invalid_request_error",
          "model_not_found",
          "not_found_error",
          "permission_error",
          "request_too_large" ->
          ModelTrouble.REFUSED;
      default -> otherwise;
    };
  }
}
