package dev.belay.tools.javadoc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belay.claims.Claim;
import dev.belay.tools.declare.NativeTool;
import dev.belay.tools.declare.Tools;
import dev.belay.tools.schema.ArgumentSpec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Claim("S4-49")
class JavadocProcessorTest {
  private static final String SOURCE =
      """
      package acme;

      import dev.belay.tools.annotation.Arg;
      import dev.belay.tools.annotation.Tool;
      import java.util.List;
      import java.util.Map;

      /** Tools of ACME. And more. */
      public class Shop {
        /**
         * Searches the {@code catalog} for <b>wares</b> &amp; {@linkplain Ware more}
         * of all sorts. Returns at most a page.
         *
         * @param query what to look for. Any words.
         * @param filters see {@link Ware#name} and #{@literal <none>}
         */
        @Tool(name = "search")
        public List<Ware> search(String query, Map<String, List<Kind>> filters, Kind kind) {
          return List.of();
        }

        /** {@return how many there are} */
        @Tool
        public int count(Ware ware) {
          return 0;
        }

        /// Says it in *Markdown*. Not more.
        @Tool
        public void mark() {}

        /** The Javadoc, which is not for models. */
        @Tool(description = "The annotation")
        public void both(@Arg(description = "Said here") String it) {}

        @Tool
        public void bare(String it) {}

        /**
         * A thing to sell.
         *
         * @param name how it is called
         * @param <T> not a component
         */
        public record Ware<T>(String name, Kind kind) {}

        /** What sort of thing it is. */
        public enum Kind { SHOE, HAT }
      }
      """;

  @TempDir static Path shared;
  @AutoClose private static Compiled shop;

  @TempDir Path folder;

  @BeforeAll
  static void compile() throws IOException {
    shop = Compiled.with(shared, "acme.Shop", SOURCE, "-parameters");
  }

  private static NativeTool tool(String name) throws Exception {
    return Tools.of(shop.object("acme.Shop")).named(name).orElseThrow();
  }

  @Test
  @Claim("S4-52")
  @DisplayName("S4-52 a tool's description is the first sentence of its Javadoc, without tags")
  void aMethodsFirstSentence() throws Exception {
    assertThat(tool("search").declaration().description())
        .isEqualTo("Searches the catalog for wares & more of all sorts.");
    assertThat(tool("count").declaration().description()).isEqualTo("Returns how many there are.");
    assertThat(tool("mark").declaration().description()).isEqualTo("Says it in *Markdown*.");
  }

  @Test
  @Claim("S4-52")
  @DisplayName("S4-52 a tool without Javadoc and description is named when it is compiled")
  void noDescription() throws Exception {
    try (var compiled = Compiled.with(folder, "acme.Shop", SOURCE, "-parameters")) {
      assertThat(compiled.said())
          .contains("warning: The tool method bare has no description")
          .doesNotContain("method mark", "method both");
    }
  }

  @Test
  @DisplayName("S4-49 an argument's description is the first sentence of its @param")
  void aParametersFirstSentence() throws Exception {
    assertThat(tool("search").declaration().arguments())
        .extracting(ArgumentSpec::description)
        .containsExactly(
            "what to look for.", "see Ware.name and #<none>", "What sort of thing it is.");
  }

  @Test
  @DisplayName("An argument that nobody describes has the description of its type")
  void aTypesFirstSentence() throws Exception {
    assertThat(tool("count").declaration().arguments())
        .extracting(ArgumentSpec::description)
        .containsExactly("A thing to sell.");
  }

  @Test
  @DisplayName("S4-52 what the annotation says goes before Javadoc")
  void theAnnotationGoesFirst() throws Exception {
    var declaration = tool("both").declaration();
    assertThat(declaration.description()).isEqualTo("The annotation");
    assertThat(declaration.arguments())
        .extracting(ArgumentSpec::description)
        .containsExactly("Said here");
  }

  @Test
  @DisplayName("A tool that nobody describes is served all the same")
  void noDescriptionIsNoError() throws Exception {
    var declaration = tool("bare").declaration();
    assertThat(declaration.description()).isEmpty();
    assertThat(declaration.arguments()).extracting(ArgumentSpec::description).containsOnlyNulls();
  }

  @Test
  @DisplayName("The components of records that tools take and give are kept too")
  void componentsOfRecords() throws Exception {
    try (var compiled = Compiled.with(folder, "acme.Shop", SOURCE)) {
      var components = compiled.type("acme.Shop$Ware").getRecordComponents();
      assertThat(KeptJavadoc.of(components[0])).contains("how it is called");
      assertThat(KeptJavadoc.of(components[1])).isEmpty();
      assertThat(KeptJavadoc.of(compiled.type("acme.Shop$Kind")))
          .contains("What sort of thing it is.");
    }
  }

  @Test
  @DisplayName("S4-49 a component's @param is its description in the schema")
  void componentsInTheSchema() throws Exception {
    var schema = tool("count").declaration().inputSchema().tree();
    assertThat(schema.findValue("name").get("description").stringValue())
        .isEqualTo("how it is called");
  }

  @Test
  @DisplayName("What is kept is the same bytes each time")
  void theSameBytes() throws Exception {
    var kept = folder.resolve("META-INF/belay/javadoc/acme.Shop");
    Compiled.with(folder, "acme.Shop", SOURCE).close();
    var first = Files.readString(kept);
    Compiled.with(folder, "acme.Shop", SOURCE).close();
    assertThat(Files.readString(kept))
        .isEqualTo(first)
        .contains(
            "\nmethod.search(java.lang.String,java.util.Map,acme.Shop$Kind)=Searches the catalog");
  }

  @Test
  @DisplayName("javac finds the processor by itself where the tools module is")
  void theProcessorIsFound() throws Exception {
    try (var services =
        JavadocProcessor.class.getResourceAsStream(
            "/META-INF/services/javax.annotation.processing.Processor")) {
      assertThat(services).hasContent(JavadocProcessor.class.getName());
    }
  }

  @Test
  @DisplayName("A class compiled without -parameters is told so, and how to mend it")
  void withoutParameterNames() throws Exception {
    try (var compiled = Compiled.with(folder, "acme.Shop", SOURCE)) {
      var shop = compiled.object("acme.Shop");
      assertThatThrownBy(() -> Tools.of(shop))
          .hasMessageContaining(
              "acme.Shop.bare, parameter arg0: its name is not in the class file: compile with"
                  + " -parameters, or say @Arg(name)");
    }
  }
}
