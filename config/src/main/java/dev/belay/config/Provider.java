package dev.belay.config;

/** Who answers for a model. */
public enum Provider {
  /** Anthropic's Messages API. */
  ANTHROPIC,
  /** OpenAI's Chat Completions API, or a server that speaks like it. */
  OPENAI,
  /** Ollama, on this machine or another. */
  OLLAMA,
  /** Nobody: a file says what the model says. */
  SCRIPTED
}
