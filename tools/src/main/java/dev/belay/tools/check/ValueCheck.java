package dev.belay.tools.check;

import com.networknt.schema.Error;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SchemaRegistryConfig;
import com.networknt.schema.SpecificationVersion;
import com.networknt.schema.regex.RegularExpression;
import com.networknt.schema.regex.RegularExpressions;
import dev.belay.core.text.StoppablePattern;
import dev.belay.core.text.StoppableText;
import dev.belay.tools.schema.JsonSchema;
import dev.belay.tools.schema.LoggingNotice;
import java.util.LinkedHashSet;
import java.util.List;
import tools.jackson.databind.JsonNode;

/** Checks JSON values against one schema with networknt. Safe for use by many threads. */
public final class ValueCheck {
  /** The most violations put into words; longer lists are not repaired one by one. */
  static final int MOST = 200;

  private final JsonNode root;
  private final Schema schema;

  /** Compiles the schema, which must not be changed afterwards. */
  public ValueCheck(JsonNode schema) {
    LoggingNotice.hush();
    root = schema;
    this.schema = Registry.SCHEMAS.getSchema(schema);
    this.schema.initializeValidators();
  }

  /** {@return a check against a listed schema} */
  public static ValueCheck of(JsonSchema listed) {
    return new ValueCheck(listed.tree());
  }

  /** {@return the violations of {@code value}, up to {@link #MOST}; empty if it is valid} */
  public List<Violation> violations(JsonNode value) {
    var errors = schema.validate(value);
    if (errors.isEmpty()) {
      return List.of();
    }
    var wording = new Wording(root);
    var found = new LinkedHashSet<Violation>();
    for (Error error : Choices.settle(root, errors)) {
      found.add(wording.of(error));
      if (found.size() == MOST) {
        break;
      }
    }
    return List.copyOf(found);
  }

  /** Initialised by the first check. */
  private static final class Registry {
    static final SchemaRegistry SCHEMAS =
        SchemaRegistry.withDefaultDialect(
            SpecificationVersion.DRAFT_2020_12,
            registry ->
                registry
                    .schemaCacheEnabled(false)
                    .schemaRegistryConfig(
                        SchemaRegistryConfig.builder()
                            .formatAssertionsEnabled(true)
                            .regularExpressionFactory(BoundedPattern::of)
                            .build()));
  }

  /** A schema's pattern with a bound on the effort of matching (C37). */
  record BoundedPattern(StoppablePattern pattern) implements RegularExpression {
    /** The bound on matching steps, some tenths of a second. */
    private static final long LOOKS = 20_000_000;

    /** {@return the pattern of a regular expression as written in JSON Schema} */
    static BoundedPattern of(String written) {
      return new BoundedPattern(
          StoppablePattern.of(
              RegularExpressions.replaceLongformCharacterProperties(
                  RegularExpressions.replaceDollarAnchors(written))));
    }

    @Override
    public boolean matches(String value) {
      return pattern.matcher(new StoppableText(value, LOOKS)).find();
    }
  }
}
