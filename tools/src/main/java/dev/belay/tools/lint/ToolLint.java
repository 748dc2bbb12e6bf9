package dev.belay.tools.lint;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Examines the tools of a server together, as a model sees them: definitions as in {@code
 * tools/list}.
 */
public final class ToolLint {
  /** The part of a description that a compact list keeps (S4-7). */
  private static final int LONGEST_DESCRIPTION = 140;

  private static final int MOST_PARAMETERS = 10;

  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_.-]{1,128}");
  private static final Pattern NAME_FOR_PROVIDERS = Pattern.compile("[A-Za-z0-9_-]{1,64}");

  private static final String RULE_FOR_NAMES = "MCP 2025-11-25 §tools/names";
  private static final String NAMES_AT_PROVIDERS = "the tool APIs of OpenAI and Anthropic";

  /** The names by their plain spelling. */
  private final Map<String, List<String>> names;

  /**
   * Takes all tools of one server, as JSON.
   *
   * @throws IllegalArgumentException if one of them is not JSON
   */
  public ToolLint(List<byte[]> tools) {
    names =
        tools.stream()
            .map(tool -> name(Definition.of(tool)))
            .collect(Collectors.groupingBy(ToolLint::plain));
  }

  /** {@return the findings of one of these tools} */
  public List<Finding> of(byte[] tool) {
    var definition = Definition.of(tool);
    var findings = new ArrayList<Finding>();
    name(name(definition), findings);
    description(definition, findings);
    hints(definition, findings);
    var schema = definition.get("inputSchema");
    if (schema == null || !"object".equals(text(schema, "type"))) {
      findings.add(
          new Finding(
              "the type of inputSchema is not \"object\"",
              "Say \"type\": \"object\", also for a tool without parameters.",
              "MCP 2026-07-28 §tools"));
    }
    if (schema != null) {
      parameters(schema, findings);
      findings.addAll(SchemaLint.of(schema));
    }
    return findings;
  }

  private void name(String name, List<Finding> findings) {
    if (!NAME.matcher(name).matches()) {
      findings.add(
          new Finding("the name does not fit [A-Za-z0-9_.-]{1,128}", "Rename it.", RULE_FOR_NAMES));
    } else if (!NAME_FOR_PROVIDERS.matcher(name).matches()) {
      findings.add(
          new Finding(
              "the name does not fit [A-Za-z0-9_-]{1,64}",
              "Shorten it, and write _ for a dot: some clients must rename the tool.",
              NAMES_AT_PROVIDERS));
    }
    var alike = names.getOrDefault(plain(name), List.of());
    if (alike.stream().filter(name::equals).count() > 1) {
      findings.add(new Finding("the name is there twice", "Rename one.", RULE_FOR_NAMES));
    }
    for (var other : alike) {
      if (!other.equals(name)) {
        findings.add(
            new Finding(
                "the name differs from '" + other + "' only in how it is written",
                "Say in the name what differs: a model takes one for the other.",
                null));
      }
    }
  }

  /** Returns the spelling that models do not tell apart. */
  private static String plain(String name) {
    return name.toLowerCase(Locale.ROOT).replaceAll("[_.-]", "").replaceAll("s$", "");
  }

  private static void description(Definition tool, List<Finding> findings) {
    var description = text(tool, "description");
    if (description == null || description.isBlank()) {
      findings.add(
          new Finding(
              "no description",
              "Say what it does and when to use it: a model chooses by that.",
              "MCP 2026-07-28 §tools"));
    } else if (description.length() > LONGEST_DESCRIPTION) {
      findings.add(
          new Finding(
              "the description has "
                  + description.length()
                  + " characters, more than "
                  + LONGEST_DESCRIPTION,
              "Say the most important first: a compact list shows no more.",
              "mcp.tools_list.description_max_chars"));
    }
  }

  private static void hints(Definition tool, List<Finding> findings) {
    var readOnly = tool.get("annotations", "readOnlyHint");
    var destructive = tool.get("annotations", "destructiveHint");
    if (readOnly != null && readOnly.isTrue() && destructive != null && destructive.isTrue()) {
      findings.add(
          new Finding(
              "it says that it only reads, and that it destroys",
              "Set one of readOnlyHint and destructiveHint to false.",
              "MCP 2026-07-28 §tools/annotations"));
    }
  }

  private static void parameters(Definition schema, List<Finding> findings) {
    var properties = schema.get("properties");
    var parameters = properties == null ? List.<String>of() : names(properties);
    if (parameters.size() > MOST_PARAMETERS) {
      findings.add(
          new Finding(
              "it has " + parameters.size() + " parameters, more than " + MOST_PARAMETERS,
              "Split the tool, or give most of them defaults: models leave out or mix up many.",
              null));
    }
    for (var name : parameters) {
      if (Objects.requireNonNull(properties).get(name, "description") == null) {
        findings.add(
            new Finding(
                "parameter '" + name + "' has no description",
                "Say what it is for and what form it has.",
                null));
      }
    }
  }

  private static List<String> names(Definition object) {
    return object.members().stream().map(member -> member.getKey()).toList();
  }

  private static String name(Definition tool) {
    return Objects.requireNonNullElse(text(tool, "name"), "");
  }

  private static @Nullable String text(Definition object, String key) {
    var found = object.get(key);
    return found == null ? null : found.text();
  }
}
