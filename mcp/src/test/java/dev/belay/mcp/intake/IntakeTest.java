package dev.belay.mcp.intake;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("C38: what is not whole yet takes a bounded part of the memory, shared fairly")
final class IntakeTest {
  private static final int MIB = 1 << 20;

  @Test
  void oneAloneGetsHalfAndTwoAThirdEach() {
    var room = new Intake(12 * MIB);
    try (var one = room.of("one").part();
        var other = room.of("other").part()) {
      assertThat(one.resize(6 * MIB)).isTrue();
      assertThat(one.resize(6 * MIB + 1)).isFalse();
      assertThat(other.resize(3 * MIB)).isTrue();
      assertThat(other.resize(3 * MIB + 1)).isFalse();
      assertThat(one.resize(4 * MIB)).isTrue();
      assertThat(other.resize(4 * MIB)).isTrue();
      assertThat(room.taken()).isEqualTo(8 * MIB);
    }
    assertThat(room.taken()).isZero();
  }

  @Test
  @DisplayName("SEC-H3: the streams of one server count together, and leave others their share")
  void manyStreamsOfOneServerAreOneOwner() {
    var room = new Intake(12 * MIB);
    var streams = IntStream.range(0, 100).mapToObj(_ -> room.of("one").part()).toList();
    streams.forEach(stream -> stream.resize(MIB));
    assertThat(room.taken()).isEqualTo(6 * MIB);
    try (var other = room.of("other").part()) {
      assertThat(other.resize(3 * MIB)).isTrue();
    }
    streams.forEach(Intake.Part::close);
    assertThat(room.taken()).isZero();
  }

  @Test
  void whatIsSmallIsFree() {
    var room = new Intake(0);
    try (var place = room.part()) {
      assertThat(place.resize(Intake.FREE)).isTrue();
      assertThat(place.resize(Intake.FREE + 1L)).isFalse();
    }
    assertThat(room.taken()).isZero();
  }

  @Test
  @DisplayName("SEC-H3: as many as like to send half a message do not fill the memory")
  void manyDoNotFillIt() {
    var room = new Intake(128L * MIB);
    var places = IntStream.range(0, 1_000).mapToObj(i -> room.of("owner " + i).part()).toList();
    for (var place : places) {
      for (int size = MIB / 8; size <= 10 * MIB; size += MIB / 8) {
        if (!place.resize(size)) {
          break;
        }
      }
    }
    assertThat(room.taken()).isLessThanOrEqualTo(128L * MIB);
    places.forEach(Intake.Part::close);
    assertThat(room.taken()).isZero();
  }
}
