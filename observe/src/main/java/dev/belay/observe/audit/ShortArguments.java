package dev.belay.observe.audit;

import dev.belay.core.call.Call;
import dev.belay.core.call.Payload;
import dev.belay.gateway.approval.ShownArguments;
import dev.belay.gateway.listing.ToolIndex;
import dev.belay.mcp.envelope.JsonString;
import dev.belay.mcp.envelope.Slices;
import dev.belay.mcp.envelope.Span;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Tells the calls of one tool apart for people, by the beginning of their arguments: one line such
 * as {@code path="a.txt", lines=3}, without secrets and with every character visible.
 *
 * <p>Computed when somebody looks, with bounded work. Safe for use by many threads.
 *
 * @param tools returns what is known of the tools of a server, by its name
 */
public record ShortArguments(Function<String, ToolIndex> tools) {
  /** The greatest length of a line. */
  public static final int LONGEST = 120;

  /** Longer values are told by their size: a secret in them may go on where they are cut. */
  private static final int LONGEST_READ = 8 * 1024;

  /** How much of the line one value takes that others follow. */
  private static final int LONGEST_VALUE = 60;

  private static final int SHORTEST_VALUE = 8;
  private static final int LONGEST_NAME = 40;

  private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9_.$-]{1," + LONGEST_NAME + "}");
  private static final String SEPARATOR = ", ";
  private static final String MORE = "…";

  /**
   * {@return the arguments of that call; empty if it has none, and null while it is unknown which
   * of them are secret}
   */
  public @Nullable String of(Call call) {
    return of(call.info().upstream(), call.info().tool(), call.request().arguments());
  }

  /**
   * {@return the same of a call that may have ended}
   *
   * @param upstream the server that has the tool; null for a tool of this program
   * @param asked what the call was asked
   */
  public @Nullable String of(@Nullable String upstream, String tool, Payload asked) {
    var marked = AuditedArguments.secrets(tools, upstream, tool);
    if (marked == null) {
      return null;
    }
    var bytes = asked.bytes();
    if (bytes.length > AuditedArguments.LONGEST) {
      return size(bytes.length);
    }
    var at = AuditedArguments.find(asked);
    if (at == null) {
      return "";
    }
    var secrets = new Secrets(marked);
    return at.isObject(bytes) ? members(bytes, at, secrets) : value(bytes, at, secrets, LONGEST);
  }

  private static String members(byte[] json, Span at, Secrets secrets) {
    var line = new StringBuilder();
    var members = Slices.members(json, at).entrySet();
    int left = members.size();
    for (var member : members) {
      left--;
      var name = name(member.getKey());
      var before = line.isEmpty() ? name + "=" : SEPARATOR + name + "=";
      int after = left == 0 ? 0 : SEPARATOR.length() + MORE.length();
      int room = LONGEST - line.length() - before.length() - after;
      if (room < SHORTEST_VALUE) {
        return line.append(SEPARATOR).append(MORE).toString();
      }
      int most = left == 0 ? room : Math.min(room, LONGEST_VALUE);
      line.append(before)
          .append(
              secrets.isSecret(member.getKey())
                  ? cut(Secrets.REDACTED, most, Character::toString)
                  : value(json, member.getValue(), secrets, most));
    }
    return line.toString();
  }

  /** Anything but a plain word is quoted, so that no name reads like a value. */
  private static String name(String name) {
    var clean = name.length() > LONGEST_READ ? size(name.length()) : Secrets.shapeless(name);
    return PLAIN.matcher(clean).matches() ? clean : quoted(clean, LONGEST_NAME);
  }

  private static String value(byte[] json, Span at, Secrets secrets, int most) {
    if (at.length() > LONGEST_READ) {
      return size(at.length());
    }
    return at.isString(json)
        ? quoted(Secrets.shapeless(JsonString.decode(json, at)), most)
        : cut(secrets.redact(json, at), most, ShortArguments::visible);
  }

  private static String quoted(String text, int most) {
    return '"' + cut(text, most - 2, ShortArguments::escaped) + '"';
  }

  private static String visible(int character) {
    return ShownArguments.visible(Character.toString(character));
  }

  private static String escaped(int character) {
    var quoted = JsonString.quote(Character.toString(character));
    return ShownArguments.visible(quoted.substring(1, quoted.length() - 1));
  }

  /** {@return as many characters as there is room for, each whole, and an ellipsis if not all} */
  private static String cut(String text, int most, IntFunction<String> shown) {
    var out = new StringBuilder();
    int end = 0;
    for (int i = 0; i < text.length(); i += Character.charCount(text.codePointAt(i))) {
      end = out.length() < most ? out.length() : end;
      out.append(shown.apply(text.codePointAt(i)));
      if (out.length() > most) {
        out.setLength(end);
        return out.append(MORE).toString();
      }
    }
    return out.toString();
  }

  private static String size(int bytes) {
    return "(" + (bytes >> 10) + " KiB)";
  }
}
