package dev.belay.agent.history;

import java.util.regex.Pattern;

/** Names of tools that APIs take. */
public final class ToolNames {
  /** OpenAI's bound; that of Anthropic is 128. */
  private static final int LONGEST = 64;

  private static final Pattern OTHERS = Pattern.compile("[^a-zA-Z0-9_-]");
  private static final String NONE = "unnamed";

  private ToolNames() {}

  /**
   * {@return the name as both APIs take it: {@code ^[a-zA-Z0-9_-]{1,64}$}}
   *
   * <p>Names in a conversation are those that a model gave, which can be anything.
   */
  public static String acceptable(String name) {
    var plain = name.isEmpty() ? NONE : OTHERS.matcher(name).replaceAll("_");
    return plain.length() <= LONGEST ? plain : plain.substring(0, LONGEST);
  }
}
