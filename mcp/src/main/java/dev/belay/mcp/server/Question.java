package dev.belay.mcp.server;

import java.nio.charset.StandardCharsets;

/** Something that a server asks its client: a person's input, a model's words, the roots. */
public final class Question {
  private final String key;
  private final String method;
  private final byte[] params;

  private Question(String key, String method, byte[] params) {
    this.key = key;
    this.method = method;
    this.params = Json.oneLine(params);
  }

  /**
   * Asks by any method.
   *
   * @param key names the answer; unique among the questions of one request
   * @param params a JSON object
   */
  public static Question of(String key, String method, byte[] params) {
    return new Question(key, method, params);
  }

  /** Asks a person, by {@code elicitation/create}. */
  public static Question elicitation(String key, byte[] params) {
    return new Question(key, "elicitation/create", params);
  }

  /** Asks the client's model, by {@code sampling/createMessage}. */
  public static Question sampling(String key, byte[] params) {
    return new Question(key, "sampling/createMessage", params);
  }

  /** Asks where the client works, by {@code roots/list}. */
  public static Question roots(String key) {
    return new Question(key, "roots/list", "{}".getBytes(StandardCharsets.US_ASCII));
  }

  /** {@return the name of the answer} */
  public String key() {
    return key;
  }

  /** {@return the method by which the client is asked} */
  public String method() {
    return method;
  }

  /** {@return what the client is asked, a JSON object on one line; a copy} */
  public byte[] params() {
    return params.clone();
  }

  /** {@return the capability, and the one within it, that a client must declare to be asked} */
  public String[] needs() {
    return switch (method) {
      case "elicitation/create" ->
          "url".equals(Json.text(params, "mode"))
              ? new String[] {"elicitation", "url"}
              : new String[] {"elicitation"};
      case "sampling/createMessage" -> new String[] {"sampling"};
      case "roots/list" -> new String[] {"roots"};
      default -> new String[0];
    };
  }
}
