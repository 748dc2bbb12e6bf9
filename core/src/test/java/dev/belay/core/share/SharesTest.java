package dev.belay.core.share;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("C38: nobody holds more than is left for others")
final class SharesTest {
  private final Shares shares = new Shares(100);

  private int taken(String owner) {
    int taken = 0;
    while (shares.take(owner, 1)) {
      taken++;
    }
    return taken;
  }

  @Test
  void oneAloneMayHoldHalf() {
    assertThat(taken("a")).isEqualTo(50);
  }

  @Test
  void eachOfTwoFindsRoomAndLeavesSome() {
    int first = taken("a");
    int second = taken("b");
    assertThat(second).isEqualTo(25);
    assertThat(shares.held()).isEqualTo(first + second);
    // Once the owner with the most returns some, the other may have more.
    shares.give("a", 30);
    assertThat(taken("b")).isEqualTo(15);
  }

  @Test
  void whoHoldsNothingFindsRoomAsLongAsThereIsAny() {
    for (int owner = 0; owner < 100; owner++) {
      assertThat(shares.take("owner " + owner, 1)).isTrue();
    }
    assertThat(shares.take("late", 1)).isFalse();
    assertThat(shares.held("late")).isZero();
    assertThat(shares.held()).isEqualTo(100);
  }

  @Test
  void theLastOfSomethingSmallIsForWhoeverComesFirst() {
    var one = new Shares(1);
    assertThat(one.take("a", 1)).isTrue();
    assertThat(one.take("b", 1)).isFalse();
    one.give("a", 1);
    assertThat(one.take("b", 1)).isTrue();
  }

  @Test
  void holdingsOfOneOwnerCountTogether() {
    try (var one = shares.holding("a");
        var other = shares.holding("a")) {
      assertThat(one.resize(30)).isTrue();
      assertThat(other.resize(21)).isFalse();
      assertThat(other.resize(20)).isTrue();
      assertThat(one.resize(10)).isTrue();
      assertThat(shares.held("a")).isEqualTo(30);
      assertThat(other.resize(40)).isTrue();
    }
    assertThat(shares.held()).isZero();
  }

  @Test
  void whatIsPassedOnIsNeitherMoreNorLess() {
    int held = taken("a");
    shares.pass("a", "b", 20);
    assertThat(shares.held()).isEqualTo(held);
    assertThat(shares.held("b")).isEqualTo(20);
    assertThat(shares.greediest()).contains("a");
    shares.give("a", held - 20);
    shares.give("b", 20);
    assertThat(shares.held()).isZero();
    assertThat(shares.greediest()).isEmpty();
  }
}
