package dev.belay.gateway.listing;

import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.InputFormat;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import dev.belay.claims.Claim;
import dev.belay.core.time.Seeds;
import dev.belay.mcp.envelope.NotJson;
import dev.belay.mcp.envelope.Slices;
import dev.belay.mcp.envelope.Span;
import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("C22: a schema without prose takes the same instances as the one with it")
@Claim("C22")
final class CompactionTest {
  private final SchemaRegistry registry =
      SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12);

  @Test
  void aCompactSchemaAcceptsTheSameInstances() {
    var tally = new int[3];
    Seeds.forEach(400, seed -> check(seed, tally));
    // Else the schemas would tell nothing apart, and nothing would have been shown.
    assertThat(tally[0]).isGreaterThan(500);
    assertThat(tally[1]).isGreaterThan(500);
    assertThat(tally[2]).as("dialects that went").isGreaterThan(30);
  }

  private void check(long seed, int[] tally) {
    var writer = new RandomSchema(new Random(seed));
    var raw = writer.root();
    byte[] bytes = raw.getBytes(StandardCharsets.UTF_8);
    byte[] compact = SchemaWriter.compact(bytes, new Span(0, bytes.length));
    var text = new String(compact, StandardCharsets.UTF_8);
    assertThat(compact.length).as(raw).isLessThanOrEqualTo(bytes.length);
    assertThat(SchemaWriter.compact(compact, new Span(0, compact.length)))
        .as("compact already")
        .isEqualTo(compact);
    assertThat(isJson(compact)).as(text).isTrue();
    tally[2] += raw.contains("$schema") && !text.contains("$schema") ? 1 : 0;
    var before = registry.getSchema(raw, InputFormat.JSON);
    var after = registry.getSchema(text, InputFormat.JSON);
    for (int i = 0; i < 12; i++) {
      var instance = writer.instance(3);
      boolean valid = before.validate(instance, InputFormat.JSON).isEmpty();
      assertThat(after.validate(instance, InputFormat.JSON).isEmpty())
          .as(() -> instance + " against " + raw + " and " + text)
          .isEqualTo(valid);
      tally[valid ? 0 : 1]++;
    }
  }

  private static boolean isJson(byte[] json) {
    try {
      return Slices.value(json).length() == json.length;
    } catch (NotJson e) {
      return false;
    }
  }
}
