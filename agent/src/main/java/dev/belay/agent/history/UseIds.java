package dev.belay.agent.history;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Assigns each call a unique id that every API accepts.
 *
 * <p>Ids from models may be absent, repeated, or invalid for another API: Anthropic accepts {@code
 * ^[a-zA-Z0-9_-]+$}, OpenAI up to 40 characters. An absent id becomes {@code synth-<index>}, a
 * repeated one {@code <id>-dup<N>}, and other characters become {@code _}.
 */
final class UseIds {
  /** OpenAI: "string too long. Expected a string with maximum length 40". */
  private static final int LONGEST = 40;

  private static final Pattern OTHERS = Pattern.compile("[^a-zA-Z0-9_-]");

  private final Set<String> taken = new HashSet<>();

  /** {@return ids that differ from those of earlier messages} */
  static UseIds after(List<Message> before) {
    var ids = new UseIds();
    for (var message : before) {
      if (message instanceof Message.Assistant said) {
        said.toolUses().forEach(use -> ids.taken.add(use.id()));
      }
    }
    return ids;
  }

  /**
   * {@return the id of a call, reserved from now on}
   *
   * @param index the position among the calls of its message, from 0
   */
  String next(String id, int index) {
    var stem = id.isEmpty() ? "synth-" + index : cut(acceptable(id), LONGEST);
    var free = stem;
    for (var n = 1; !taken.add(free); n++) {
      var ending = "-dup" + n;
      free = cut(stem, LONGEST - ending.length()) + ending;
    }
    return free;
  }

  private static String acceptable(String id) {
    return OTHERS.matcher(id).replaceAll("_");
  }

  private static String cut(String text, int most) {
    return text.length() <= most ? text : text.substring(0, most);
  }
}
