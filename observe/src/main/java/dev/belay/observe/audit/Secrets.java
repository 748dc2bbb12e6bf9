package dev.belay.observe.audit;

import dev.belay.mcp.envelope.JsonString;
import dev.belay.mcp.envelope.Slices;
import dev.belay.mcp.envelope.Span;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Removes secrets from JSON, recognised by their name, by their form, or by a mark in a tool's
 * schema. Errs on the side of removing too much.
 */
public final class Secrets {
  static final String REDACTED = "[redacted]";

  private static final Pattern NAMES =
      Pattern.compile(
          ".*(?:token|secret|password|passwd|passphrase|credential).*"
              + "|(?:proxy-)?authorization|(?:set-)?cookie"
              + "|.*api[-_]?key.*|.*private[-_]?key.*");

  /** Patterns without ambiguity, so that no text makes matching slow. */
  private static final List<Pattern> SHAPES =
      List.of(
          Pattern.compile("eyJ[A-Za-z0-9_-]{8,}+\\.[A-Za-z0-9_-]++\\.[A-Za-z0-9_-]*+"),
          Pattern.compile("(?<![A-Za-z0-9])sk-[A-Za-z0-9_-]{16,}+"),
          Pattern.compile("gh[opsur]_[A-Za-z0-9]{20,}+"),
          Pattern.compile("github_pat_[A-Za-z0-9_]{20,}+"),
          Pattern.compile("belay_[A-Za-z0-9_-]{40,}+"),
          Pattern.compile("AKIA[0-9A-Z]{16}"),
          Pattern.compile("(?s)-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY-----.*+"),
          Pattern.compile("(?i)\\bbearer +[A-Za-z0-9._~+/=-]{8,}+"));

  private final Set<String> marked;

  /** Removes the members of these names too. */
  Secrets(Set<String> marked) {
    this.marked = Set.copyOf(marked);
  }

  /** {@return the JSON value at {@code span} without its secrets} */
  String redact(byte[] json, Span span) {
    var out = new StringBuilder(span.length() + 32);
    value(json, span, out);
    return out.toString();
  }

  private void value(byte[] json, Span span, StringBuilder out) {
    if (span.isObject(json)) {
      object(json, span, out);
    } else if (span.isArray(json)) {
      array(json, span, out);
    } else if (span.isString(json)) {
      out.append(JsonString.quote(shapeless(JsonString.decode(json, span))));
    } else {
      out.append(new String(json, span.offset(), span.length(), StandardCharsets.UTF_8));
    }
  }

  private void object(byte[] json, Span span, StringBuilder out) {
    char before = '{';
    for (var member : Slices.members(json, span).entrySet()) {
      out.append(before).append(JsonString.quote(shapeless(member.getKey()))).append(':');
      if (isSecret(member.getKey())) {
        out.append('"').append(REDACTED).append('"');
      } else {
        value(json, member.getValue(), out);
      }
      before = ',';
    }
    out.append(before == '{' ? "{}" : "}");
  }

  private void array(byte[] json, Span span, StringBuilder out) {
    char before = '[';
    for (var item : Slices.items(json, span)) {
      out.append(before);
      value(json, item, out);
      before = ',';
    }
    out.append(before == '[' ? "[]" : "]");
  }

  /** {@return whether a member of that name is one} */
  boolean isSecret(String name) {
    return marked.contains(name) || isNamed(name);
  }

  /** {@return whether a name is one of secrets} */
  public static boolean isNamed(String name) {
    return NAMES.matcher(name.toLowerCase(Locale.ROOT)).matches();
  }

  /** {@return the text without what has the form of a secret} */
  public static String shapeless(String text) {
    var clean = text;
    for (var shape : SHAPES) {
      clean = shape.matcher(clean).replaceAll(REDACTED);
    }
    return clean;
  }
}
