package dev.belay.tools.json;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.tools.annotation.Arg;
import dev.belay.tools.check.ValueCheck;
import dev.belay.tools.schema.OutputSchema;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.module.ModuleFinder;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.YearMonth;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.UUID;
import javax.tools.ToolProvider;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.json.JsonMapper;

@DisplayName("Values are written as their schemas describe them")
final class JavaJsonTest {
  enum Encoding {
    @Arg(name = "utf-8")
    UTF_8,
    PLAIN
  }

  record Names(int maxResults, @Arg(name = "URL") String url, Optional<String> note) {}

  record Times(
      LocalDate day,
      LocalTime time,
      LocalDateTime both,
      Instant instant,
      Duration length,
      YearMonth month) {}

  @SuppressWarnings("ArrayRecordComponent") // Bytes are what is tested.
  record Others(
      URI uri, Path path, UUID id, byte[] data, char one, Map<Encoding, List<Encoding>> map) {}

  sealed interface Shape permits Circle, Group {}

  record Circle(double radius) implements Shape {}

  record Group(List<Shape> parts, @Nullable Shape frame) implements Shape {}

  record Drawing(Shape main, OptionalInt scale) {}

  private static String of(Object value) {
    var out = new ByteArrayOutputStream();
    JavaJson.write(value, out);
    var schema = Objects.requireNonNull(OutputSchema.of(value.getClass()));
    assertThat(
            new ValueCheck(schema.tree())
                .violations(JsonMapper.shared().readTree(out.toByteArray())))
        .as(new String(schema.bytes(), StandardCharsets.UTF_8))
        .isEmpty();
    return out.toString(StandardCharsets.UTF_8);
  }

  @Test
  void namesAreThoseOfTheSchema() {
    assertThat(of(new Names(1, "x", Optional.empty())))
        .isEqualTo("{\"max_results\":1,\"URL\":\"x\"}");
    assertThat(of(new Names(1, "x", Optional.of("y")))).endsWith(",\"note\":\"y\"}");
  }

  @Test
  void timesAreInIso8601() {
    assertThat(
            of(
                new Times(
                    LocalDate.of(2026, 7, 28),
                    LocalTime.of(14, 30),
                    LocalDateTime.of(2026, 7, 28, 14, 30, 5),
                    Instant.EPOCH,
                    Duration.ofMinutes(90),
                    YearMonth.of(2026, 7))))
        .isEqualTo(
            "{\"day\":\"2026-07-28\",\"time\":\"14:30:00\",\"both\":\"2026-07-28T14:30:05\","
                + "\"instant\":\"1970-01-01T00:00:00Z\",\"length\":\"PT1H30M\","
                + "\"month\":\"2026-07\"}");
  }

  @Test
  void otherValuesAreTheirText() {
    assertThat(
            of(
                new Others(
                    URI.create("x:y"),
                    Path.of("a/b"),
                    new UUID(0, 1),
                    new byte[] {1},
                    'c',
                    Map.of(Encoding.UTF_8, List.of(Encoding.PLAIN)))))
        .isEqualTo(
            "{\"uri\":\"x:y\",\"path\":\"a/b\",\"id\":\"00000000-0000-0000-0000-000000000001\","
                + "\"data\":\"AQ==\",\"one\":\"c\",\"map\":{\"utf-8\":[\"PLAIN\"]}}");
  }

  @Test
  void variantsSayWhichTheyAre() {
    assertThat(of(new Circle(1))).isEqualTo("{\"type\":\"circle\",\"radius\":1.0}");
    assertThat(of(new Drawing(new Group(List.of(new Circle(1)), null), OptionalInt.of(2))))
        .isEqualTo(
            "{\"main\":{\"type\":\"group\",\"parts\":[{\"type\":\"circle\",\"radius\":1.0}]},"
                + "\"scale\":2}");
  }

  @Test
  @DisplayName("A module opens its package to Belay, and need not know of Jackson")
  void aModuleNeedNotOpenItselfToJackson(@TempDir Path folder)
      throws IOException, ReflectiveOperationException {
    var module = folder.resolve("module-info.java");
    Files.writeString(module, "module notes { opens notes to dev.belay.tools; }");
    var note = Files.createDirectory(folder.resolve("notes")).resolve("Note.java");
    Files.writeString(note, "package notes; record Note(String oldText) {}");
    var options = new String[] {"-d", folder.toString(), module.toString(), note.toString()};
    var said = new ByteArrayOutputStream();
    assertThat(ToolProvider.getSystemJavaCompiler().run(null, said, said, options))
        .as(said.toString(StandardCharsets.UTF_8))
        .isZero();

    var boot = ModuleLayer.boot();
    var found =
        boot.configuration().resolve(ModuleFinder.of(folder), ModuleFinder.of(), Set.of("notes"));
    var layer = boot.defineModulesWithOneLoader(found, JavaJson.class.getClassLoader());
    var made =
        layer.findLoader("notes").loadClass("notes.Note").getDeclaredConstructor(String.class);
    made.setAccessible(true);
    assertThat(of(made.newInstance("x"))).isEqualTo("{\"old_text\":\"x\"}");
  }
}
