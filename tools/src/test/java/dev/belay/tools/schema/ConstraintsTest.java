package dev.belay.tools.schema;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.validation.constraints.DecimalMin;
import jakarta.validation.constraints.Email;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NegativeOrZero;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotEmpty;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Positive;
import jakarta.validation.constraints.Size;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("Constraints of Jakarta Validation stand in the schema")
final class ConstraintsTest {
  record Order(@Positive int amount, @Size(max = 3) List<String> tags) {}

  @SuppressWarnings("unused")
  private interface Methods {
    void numbers(
        @Min(1) @Max(9) int a,
        @DecimalMin(value = "0.5", inclusive = false) double b,
        @NegativeOrZero long c);

    void texts(
        @NotBlank String a, @Size(min = 2, max = 4) String b, @Pattern(regexp = "a+") String c);

    void others(@Email String a, @NotEmpty List<String> b, @Size(max = 2) Map<String, String> c);

    void nested(Order order);
  }

  private static String properties(String method) {
    return Specs.schema(Methods.class, method).tree().get("properties").toString();
  }

  @Test
  void ofParameters() {
    assertThat(properties("numbers"))
        .isEqualTo(
            "{\"a\":{\"type\":\"integer\",\"minimum\":1,\"maximum\":9},"
                + "\"b\":{\"type\":\"number\",\"exclusiveMinimum\":0.5},"
                + "\"c\":{\"type\":\"integer\",\"maximum\":0}}");
    assertThat(properties("texts"))
        .isEqualTo(
            "{\"a\":{\"type\":\"string\",\"pattern\":\"\\\\S\",\"minLength\":1},"
                + "\"b\":{\"type\":\"string\",\"minLength\":2,\"maxLength\":4},"
                + "\"c\":{\"type\":\"string\",\"pattern\":\"^(?:a+)$\"}}");
    assertThat(properties("others"))
        .isEqualTo(
            "{\"a\":{\"type\":\"string\",\"format\":\"email\"},"
                + "\"b\":{\"type\":\"array\",\"items\":{\"type\":\"string\"},\"minItems\":1},"
                + "\"c\":{\"type\":\"object\",\"additionalProperties\":{\"type\":\"string\"},"
                + "\"maxProperties\":2}}");
  }

  @Test
  void ofComponents() {
    assertThat(properties("nested"))
        .contains(
            "\"amount\":{\"type\":\"integer\",\"exclusiveMinimum\":0}",
            "\"tags\":{\"type\":\"array\",\"items\":{\"type\":\"string\"},\"maxItems\":3}");
  }
}
