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
  /** The number of violations that are put into words; more would not be mended one by one. */
  static final int MOST = 200;

  private final JsonNode root;
  private final Schema schema;

  /** Reads that schema, which must not be changed any more. */
  public ValueCheck(JsonNode schema) {
    LoggingNotice.hush();
    root = schema;
    this.schema = Registry.SCHEMAS.getSchema(schema);
    this.schema.initializeValidators();
  }

  /** {@return a check against what that schema lists} */
  public static ValueCheck of(JsonSchema listed) {
    return new ValueCheck(listed.tree());
  }

  /**
   * {@return what is wrong with {@code value}: all of it, up to {@link #MOST} things; empty if
   * nothing is}
   */
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

  /** Made with the first check. */
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

  /** A pattern of a schema, which tries for so long and no longer (C37). */
  record BoundedPattern(StoppablePattern pattern) implements RegularExpression {
    /** Some tenths of a second. */
    private static final long LOOKS = 20_000_000;

    /** {@return one as JSON Schema writes it} */
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
