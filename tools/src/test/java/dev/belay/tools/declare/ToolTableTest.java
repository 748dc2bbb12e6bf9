package dev.belay.tools.declare;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.tools.annotation.Tool;
import java.io.IOException;
import java.lang.reflect.Array;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("docs/tools.md has every name of S4-51 … S4-77, and says of @Tool what is so")
final class ToolTableTest {
  private static final Pattern QUOTED = Pattern.compile("`(\\w+)[^`]*`");

  /** {@return the cells of each row of a table with that many columns} */
  private static List<List<String>> rows(int columns) throws IOException {
    return Files.readAllLines(Path.of("../docs/tools.md")).stream()
        .filter(line -> line.startsWith("| ") && !line.startsWith("| ---"))
        .filter(line -> !line.startsWith("| Number |"))
        .map(line -> Stream.of(line.split("\\|")).skip(1).map(String::strip).toList())
        .filter(cells -> cells.size() == columns)
        .toList();
  }

  private static String quoted(String cell) {
    var found = QUOTED.matcher(cell);
    return found.find() ? found.group(1) : "";
  }

  private static String said(Method member) {
    var value = member.getDefaultValue();
    if (value instanceof Double number && number.isNaN()) {
      return "configuration";
    }
    if (value.getClass().isArray() && Array.getLength(value) == 0) {
      return "none";
    }
    return value instanceof Double number ? "%.0f".formatted(number) : value.toString();
  }

  @Test
  void everyMemberOfTheAnnotationHasItsRowAndItsDefault() throws Exception {
    var told = new TreeSet<String>();
    for (var row : rows(6)) {
      var member = quoted(row.get(2));
      if (member.isEmpty()) {
        continue;
      }
      told.add(member);
      var declared = Tool.class.getMethod(member);
      // An empty value there is described by its default, or as none.
      if (!said(declared).isEmpty()) {
        assertThat(row.get(4).replace("`", "")).as(member).isEqualTo(said(declared));
      }
    }
    assertThat(told)
        .containsExactlyInAnyOrderElementsOf(
            Stream.of(Tool.class.getDeclaredMethods()).map(Method::getName).toList());
  }

  @Test
  void whatADefinitionSaysIsThere() throws IOException {
    var methods = Stream.of(ToolBuilder.class.getMethods()).map(Method::getName).toList();
    for (var row : rows(6)) {
      var method = quoted(row.get(3));
      if (!method.isEmpty() && !method.equals("define")) {
        assertThat(methods).contains(method);
      }
    }
  }

  @Test
  void everyNumberIsTold() throws IOException {
    var page = Files.readString(Path.of("../docs/tools.md"));
    assertThat(IntStream.rangeClosed(51, 77))
        .allSatisfy(number -> assertThat(page).contains("S4-" + number));
  }
}
