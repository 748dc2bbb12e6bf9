package dev.belay.tools.result;

import dev.belay.tools.check.ValueCheck;
import dev.belay.tools.check.Violation;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The published contract of results, as defined by its schema files (S4-32, S4-33). */
public final class ToolResults {
  /** The name of the frozen form (S4-39). */
  public static final String MCP_TOOL_RESULT_SCHEMA_V1 = "belay.mcp.tool_result.v1";

  private ToolResults() {}

  /** {@return the path of that form's schema among this module's resources} */
  public static String schemaPath(ResultVersion version) {
    return version.schemaPath();
  }

  /** {@return a result of one text in the frozen form, as JSON} */
  public static byte[] build(String text, boolean isError) {
    var result = new ToolResult(List.of(new Content.Text(text)), isError, null, null);
    return ResultWriter.write(result, ResultVersion.V1);
  }

  /**
   * {@return whether the JSON is a result in the frozen form, all of its items included (S4-40)}
   */
  public static boolean isCanonical(byte[] json) {
    return validate(json, ResultVersion.V1).isEmpty();
  }

  /** {@return the violations of that form in the JSON; empty if it is valid} */
  public static List<Violation> validate(byte[] json, ResultVersion version) {
    JsonNode value;
    try {
      value = JsonMapper.shared().readTree(json);
    } catch (JacksonException e) {
      return List.of(new Violation("", "not JSON: " + e.getOriginalMessage()));
    }
    return Checks.of(version).violations(value);
  }

  /**
   * {@return the same JSON, or an error result that names its violations: an invalid result is
   * never sent (C3)}
   */
  public static byte[] checked(byte[] json, ResultVersion version) {
    var violations = validate(json, version);
    return violations.isEmpty()
        ? json
        : ResultWriter.write(
            ToolResult.error(
                "The tool's result is not in the published form. MCP tool result schema violation"
                    + " at "
                    + (violations.getFirst().path().isEmpty() ? "<root>: " : "")
                    + violations.getFirst()),
            version);
  }

  /**
   * {@return the result as JSON in that form, or the error result of {@link #checked}}
   *
   * <p>Plain texts with an object satisfy both forms by their types. They are not checked again:
   * most results are of that kind, also those of calls being stopped, which must not be delayed.
   */
  public static byte[] write(ToolResult result, ResultVersion version) {
    var json = ResultWriter.write(result, version);
    return result.content().stream().allMatch(Content.Text.class::isInstance)
        ? json
        : checked(json, version);
  }

  /** Read by the first validation. */
  private static final class Checks {
    private static final Map<ResultVersion, ValueCheck> BY_VERSION =
        new EnumMap<>(ResultVersion.class);

    static {
      for (var version : ResultVersion.values()) {
        BY_VERSION.put(version, new ValueCheck(read(version.schemaPath())));
      }
    }

    private Checks() {}

    static ValueCheck of(ResultVersion version) {
      var check = BY_VERSION.get(version);
      if (check == null) {
        throw new IllegalStateException("no schema of " + version);
      }
      return check;
    }

    private static JsonNode read(String path) {
      try (var in = ToolResults.class.getResourceAsStream(path)) {
        if (in == null) {
          throw new IllegalStateException("the schema is missing: " + path);
        }
        return JsonMapper.shared().readTree(in.readAllBytes());
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
