package dev.belay.observe.schema;

import com.networknt.schema.Error;
import com.networknt.schema.InputFormat;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Validates JSON by the published schemas, found where they are served. */
public final class Judge {
  private static final String AT = "http://127.0.0.1:3002/api/schema/";
  private static final Map<String, String> TEXTS =
      Schemas.NAMES.stream().collect(Collectors.toMap(name -> AT + name, Schemas::text));
  private static final SchemaRegistry REGISTRY =
      SchemaRegistry.withDefaultDialect(
          SpecificationVersion.DRAFT_2020_12, builder -> builder.schemas(TEXTS));

  private Judge() {}

  /** {@return the violations of that schema in the JSON; empty if it is valid} */
  public static List<String> faults(String schema, String json) {
    return REGISTRY
        .getSchema(SchemaLocation.of(AT + schema))
        .validate(json, InputFormat.JSON)
        .stream()
        .map(Error::toString)
        .toList();
  }

  /** {@return the violations in one server-sent event} */
  public static List<String> eventFaults(String schema, String name, String data) {
    return faults(schema, "{\"event\":\"" + name + "\",\"data\":" + data + "}");
  }

  /** {@return the violations of another, self-contained schema} */
  static List<String> faultsBy(String schema, String json) {
    Function<String, List<Error>> judged =
        text ->
            SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                .getSchema(text, InputFormat.JSON)
                .validate(json, InputFormat.JSON);
    return judged.apply(schema).stream().map(Error::toString).toList();
  }
}
