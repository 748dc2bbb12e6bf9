package dev.belay.probe.report;

import com.networknt.schema.InputFormat;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;

/** Validates reports by the schemas published with them. */
final class Schemas {
  private Schemas() {}

  /** {@return the violations; empty if it is valid} */
  static List<String> faults(String schema, String json) throws IOException {
    try (var in = Objects.requireNonNull(ReportJson.class.getResourceAsStream(schema), schema)) {
      var text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
      return SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
          .getSchema(text)
          .validate(json, InputFormat.JSON)
          .stream()
          .map(Object::toString)
          .toList();
    }
  }
}
