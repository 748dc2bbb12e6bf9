package dev.belay.tools.javadoc;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.claims.Claim;
import dev.belay.tools.declare.ToolDeclaration;
import dev.belay.tools.declare.Tools;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

@DisplayName("S4-49: the Javadoc of records, choices and constants is in the schemas")
@Claim("S4-49")
final class RecordJavadocTest {
  private static final String SOURCE =
      """
      package acme;

      import dev.belay.tools.annotation.Arg;
      import dev.belay.tools.annotation.Tool;
      import java.util.List;
      import java.util.Map;
      import java.util.Optional;

      public class Orders {
        /**
         * Places an order.
         *
         * @param order what to send, and where
         * @param speed how fast
         */
        @Tool
        public Receipt order(Order order, Speed speed, Optional<Speed> next, List<? extends Gift> gifts) {
          return null;
        }

        /**
         * An order.
         *
         * @param to where it goes. By post.
         * @param lines what is in it
         * @param payment how it is paid
         */
        public record Order(Address to, List<Line> lines, Payment payment, Map<String, Note> notes) {}

        /**
         * A place.
         *
         * @param city its name
         */
        public record Address(String city, Optional<Speed> speed) {}

        /**
         * So many of one thing.
         *
         * @param count how many
         */
        public record Line(int count, @Arg(description = "said here") String ware) {}

        /**
         * A word to somebody.
         *
         * @param text in any language
         */
        public record Note(String text) {}

        /** A present. */
        public record Gift(String name) {}

        /** How somebody pays. */
        public sealed interface Payment {
          /**
           * With a card.
           *
           * @param number as it stands on the card
           */
          record Card(String number) implements Payment {}

          /** With coins. */
          record Cash() implements Payment {}
        }

        /** The speed of a parcel. */
        public enum Speed {
          /** Within a day. Costs more. */
          @Arg(name = "fast") FAST,
          /** Some day. */
          SLOW,
          NONE
        }

        /**
         * What says that it was paid.
         *
         * @param order which one
         */
        public record Receipt(String order, Address from) {}
      }
      """;

  private static final String SPEEDS = " fast: Within a day. SLOW: Some day.";

  private static ToolDeclaration order;

  @BeforeAll
  static void compile(@TempDir Path folder) throws Exception {
    try (var compiled = Compiled.with(folder, "acme.Orders", SOURCE, "-parameters")) {
      var tool = Tools.of(compiled.object("acme.Orders")).named("order").orElseThrow();
      // Made while the classes can still be read.
      tool.declaration().inputSchema().bytes();
      requireNonNull(tool.declaration().outputSchema()).bytes();
      order = tool.declaration();
    }
  }

  private static ToolDeclaration order() {
    return order;
  }

  private static String description(JsonNode schema, String pointer) {
    return schema.at(pointer + "/description").asString("");
  }

  @Test
  @DisplayName("A record's @param describes its component, however deep the record is")
  void components() throws Exception {
    var order = order().inputSchema().tree().at("/properties/order");
    assertThat(description(order, "")).isEqualTo("what to send, and where");
    assertThat(description(order, "/properties/to")).isEqualTo("where it goes.");
    assertThat(description(order, "/properties/to/properties/city")).isEqualTo("its name");
    var line = order.at("/properties/lines/items");
    assertThat(description(line, "/properties/count")).isEqualTo("how many");
    assertThat(description(line, "/properties/ware")).isEqualTo("said here");
    var note = order.at("/properties/notes/additionalProperties");
    assertThat(description(note, "/properties/text")).isEqualTo("in any language");
  }

  @Test
  @DisplayName("A record that is used without a word of its own has that of its type")
  void types() throws Exception {
    var schema = order().inputSchema().tree();
    assertThat(description(schema, "/properties/order/properties/lines/items"))
        .isEqualTo("So many of one thing.");
    assertThat(description(schema, "/properties/order/properties/notes/additionalProperties"))
        .isEqualTo("A word to somebody.");
    assertThat(description(schema, "/properties/gifts/items")).isEqualTo("A present.");
  }

  @Test
  @DisplayName("Of a choice, what it is for and what each of its records is for")
  void choices() throws Exception {
    var payment = order().inputSchema().tree().at("/properties/order/properties/payment");
    assertThat(description(payment, "")).isEqualTo("how it is paid");
    assertThat(description(payment, "/oneOf/0")).isEqualTo("With a card.");
    assertThat(description(payment, "/oneOf/0/properties/number"))
        .isEqualTo("as it stands on the card");
    assertThat(description(payment, "/oneOf/1")).isEqualTo("With coins.");
  }

  @Test
  @DisplayName("Of an enum, what each constant means that says so, by its name in JSON")
  void constants() throws Exception {
    var schema = order().inputSchema().tree();
    assertThat(description(schema, "/properties/speed")).isEqualTo("how fast" + SPEEDS);
    assertThat(description(schema, "/properties/next"))
        .isEqualTo("The speed of a parcel." + SPEEDS);
    assertThat(description(schema, "/properties/order/properties/to/properties/speed"))
        .isEqualTo("The speed of a parcel." + SPEEDS);
  }

  @Test
  @DisplayName("Results are described like arguments")
  void results() throws Exception {
    var schema = requireNonNull(order().outputSchema()).tree();
    assertThat(description(schema, "")).isEqualTo("What says that it was paid.");
    assertThat(description(schema, "/properties/order")).isEqualTo("which one");
    assertThat(description(schema, "/properties/from")).isEqualTo("A place.");
    assertThat(description(schema, "/properties/from/properties/city")).isEqualTo("its name");
  }
}
