package dev.belay.config;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ByteCountTest {
  @ParameterizedTest
  @CsvSource({
    "1024, 1024",
    "10485760, 10485760",
    "1 KiB, 1024",
    "10MiB, 10485760",
    "1024 MiB, 1073741824"
  })
  void aNumberIsBytesUnlessItSaysOtherwise(String text, int bytes) {
    assertThat(Codec.BYTES.read(text)).isEqualTo(new Reading.Good<>(bytes));
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "1023", "1025 MiB", "9999999999", "1073741825"})
  void aBoundCannotBeSwitchedOff(String text) {
    assertThat(Codec.BYTES.read(text))
        .isEqualTo(new Reading.Wrong<>("expected between 1 KiB and 1024 MiB"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "-1", "1.5 MiB", "10 MB", "99999999999", "ten"})
  void whatIsNoSizeIsWrong(String text) {
    assertThat(Codec.BYTES.read(text))
        .isEqualTo(new Reading.Wrong<>("expected bytes, such as 10485760 or 10 MiB"));
  }
}
