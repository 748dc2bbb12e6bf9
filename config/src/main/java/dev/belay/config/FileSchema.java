package dev.belay.config;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Writes the JSON Schema of {@code belay.yaml}, for completion and checks in editors. */
final class FileSchema {
  private static final Pattern VALUE = Pattern.compile("-?\\d+(\\.\\d+)?|true|false|\\[]");

  private FileSchema() {}

  /** {@return the schema, of draft 2020-12} */
  static String text() {
    var head =
        List.of(
            "\"$schema\": \"https://json-schema.org/draft/2020-12/schema\"",
            "\"title\": \"belay.yaml\"");
    return section(Config.ROOT, head, "") + "\n";
  }

  private static String of(ConfigMember member, String indent) {
    return switch (member) {
      case Setting<?> setting -> setting(setting);
      case Section section when section.names() == Section.Names.INDEX ->
          "{\"type\": [\"array\", \"null\"], \"description\": %s, \"items\": %s}"
              .formatted(quoted(section.doc()), of(entry(section), indent));
      case Section section -> section(section, List.of(), indent);
    };
  }

  private static ConfigMember entry(Section section) {
    return Objects.requireNonNull(section.entry());
  }

  /** A key without a value is an empty section. */
  private static String section(Section section, List<String> head, String indent) {
    var inner = indent + "  ";
    var parts = new ArrayList<>(head);
    parts.add("\"description\": " + quoted(section.doc()));
    parts.add("\"type\": [\"object\", \"null\"]");
    var required = required(section);
    if (!required.isEmpty()) {
      parts.add("\"required\": [" + required + "]");
    }
    if (!section.members().isEmpty()) {
      parts.add(
          section.members().stream()
              .map(member -> quoted(member.name()) + ": " + of(member, inner + "  "))
              .collect(
                  Collectors.joining(
                      ",\n" + inner + "  ",
                      "\"properties\": {\n" + inner + "  ",
                      "\n" + inner + "}")));
    }
    var entry = section.entry();
    parts.add("\"additionalProperties\": " + (entry == null ? "false" : of(entry, inner)));
    return "{\n" + inner + String.join(",\n" + inner, parts) + "\n" + indent + "}";
  }

  private static String required(Section section) {
    return section.members().stream()
        .filter(member -> member instanceof Setting<?> setting && setting.isRequired())
        .map(member -> quoted(member.name()))
        .collect(Collectors.joining(", "));
  }

  private static <T> String setting(Setting<T> setting) {
    var preset = setting.ownPreset();
    var unit = setting.codec().unit();
    return "{\"description\": "
        + quoted(setting.doc() + (unit.isEmpty() ? "" : " (" + unit + ")"))
        + (preset == null ? "" : ", \"default\": " + value(setting.codec().show(preset, null)))
        + ", "
        + setting.codec().schema().substring(1);
  }

  private static String value(String shown) {
    return VALUE.matcher(shown).matches() ? shown : quoted(shown);
  }

  private static String quoted(String text) {
    return "\"" + text.replace("\\", "\\\\").replace("\"", "\\\"") + "\"";
  }
}
