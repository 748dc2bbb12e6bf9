package dev.belay.agent.history;

import java.util.regex.Pattern;

/** Makes tool names valid for all APIs. */
public final class ToolNames {
  /** OpenAI's limit; Anthropic's is 128. */
  private static final int LONGEST = 64;

  private static final Pattern OTHERS = Pattern.compile("[^a-zA-Z0-9_-]");
  private static final String NONE = "unnamed";

  private ToolNames() {}

  /**
   * {@return the name in the form that both APIs accept: {@code ^[a-zA-Z0-9_-]{1,64}$}}
   *
   * <p>Names in a conversation come from a model and can be arbitrary.
   */
  public static String acceptable(String name) {
    var plain = name.isEmpty() ? NONE : OTHERS.matcher(name).replaceAll("_");
    return plain.length() <= LONGEST ? plain : plain.substring(0, LONGEST);
  }
}
