package dev.belay.mcp.server;

import java.nio.charset.StandardCharsets;

/** A question of a server to its client: a person's input, a model's answer, the roots. */
public final class Question {
  private final String key;
  private final String method;
  private final byte[] params;

  private Question(String key, String method, byte[] params) {
    this.key = key;
    this.method = method;
    this.params = JsonWriter.oneLine(params);
  }

  /**
   * Creates a question by any method.
   *
   * @param key the name of the answer; unique among the questions of one request
   * @param params a JSON object
   */
  public static Question of(String key, String method, byte[] params) {
    return new Question(key, method, params);
  }

  /** Creates a question to a person, by {@code elicitation/create}. */
  public static Question elicitation(String key, byte[] params) {
    return new Question(key, "elicitation/create", params);
  }

  /** Creates a question to the client's model, by {@code sampling/createMessage}. */
  public static Question sampling(String key, byte[] params) {
    return new Question(key, "sampling/createMessage", params);
  }

  /** Creates a question for the client's roots, by {@code roots/list}. */
  public static Question roots(String key) {
    return new Question(key, "roots/list", "{}".getBytes(StandardCharsets.US_ASCII));
  }

  /** {@return the name of the answer} */
  public String key() {
    return key;
  }

  /** {@return the method of the request to the client} */
  public String method() {
    return method;
  }

  /** {@return the params of that request, a JSON object on one line; a copy} */
  public byte[] params() {
    return params.clone();
  }

  /** {@return the capability, and the one within it, that a client must declare to be asked} */
  public String[] needs() {
    return switch (method) {
      case "elicitation/create" ->
          "url".equals(JsonWriter.text(params, "mode"))
              ? new String[] {"elicitation", "url"}
              : new String[] {"elicitation"};
      case "sampling/createMessage" -> new String[] {"sampling"};
      case "roots/list" -> new String[] {"roots"};
      default -> new String[0];
    };
  }
}
