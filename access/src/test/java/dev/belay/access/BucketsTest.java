package dev.belay.access;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.config.Rate;
import dev.belay.core.time.HandTime;
import dev.belay.http.route.Access;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("P23: limits of rate, each principal's own, in bounded memory")
final class BucketsTest {
  private static final Rate THREE = new Rate(3, Duration.ofSeconds(30));

  private final HandTime time = new HandTime();
  private final Buckets<String> buckets = new Buckets<>(time);

  private final List<String> turnedAway = new ArrayList<>();

  private int taken(String key, int tries) {
    int taken = 0;
    for (var i = 0; i < tries; i++) {
      taken += buckets.take(key, THREE).isZero() ? 1 : 0;
    }
    return taken;
  }

  @Test
  void soManyAtOnceAndAgainAsTimeGoesBy() {
    assertThat(taken("ada", 5)).isEqualTo(3);
    assertThat(buckets.take("ada", THREE)).isEqualTo(Duration.ofSeconds(10));
    time.advance(Duration.ofSeconds(9));
    assertThat(buckets.take("ada", THREE)).isEqualTo(Duration.ofSeconds(1));
    time.advance(Duration.ofSeconds(1));
    assertThat(taken("ada", 2)).isEqualTo(1);
    time.advance(Duration.ofHours(1));
    assertThat(taken("ada", 10)).isEqualTo(3);
  }

  @Test
  void nobodyUsesUpWhatIsAnothers() {
    assertThat(taken("ada", 9)).isEqualTo(3);
    assertThat(taken("bob", 9)).isEqualTo(3);
  }

  @Test
  void anotherRateHoldsAtOnce() {
    assertThat(taken("ada", 9)).isEqualTo(3);
    assertThat(buckets.take("ada", new Rate(1, Duration.ofSeconds(1)))).isZero();
  }

  @Test
  @DisplayName(
      "Whoever has many names is bounded: those that are full again make room, the rest share")
  void thereIsABound() {
    for (var i = 0; i < Buckets.MOST; i++) {
      assertThat(buckets.take("name-" + i, THREE)).isZero();
    }
    assertThat(buckets.size()).isEqualTo(Buckets.MOST);
    int taken = 0;
    for (var i = 0; i < 100; i++) {
      taken += buckets.take("more-" + i, THREE).isZero() ? 1 : 0;
    }
    assertThat(taken).isEqualTo(3);
    assertThat(buckets.size()).isEqualTo(Buckets.MOST);
    time.advance(Duration.ofSeconds(10));
    assertThat(buckets.take("late", THREE)).isZero();
    assertThat(buckets.size()).isEqualTo(1);
  }

  @Test
  @DisplayName("429 with Retry-After for a principal's requests, and for nobody else's")
  void oneWhoAsksTooOftenIsTurnedDown() throws InterruptedException {
    var access = paced();
    for (var i = 0; i < 3; i++) {
      assertThat(Asked.decided(access, Asked.with("who", "ada"))).isEqualTo("ada");
    }
    assertThat(Asked.decided(access, Asked.with("who", "ada"))).isEqualTo("429 10");
    assertThat(Asked.body(Asked.refused(access, Asked.with("who", "ada"))))
        .isEqualTo(
            "{\"error\":\"too_many_requests\",\"error_description\":\"too many requests;"
                + " Retry-After says when again\"}");
    assertThat(turnedAway).hasSize(2).containsOnly("rate ada");
    assertThat(Asked.decided(access, Asked.with("who", "bob"))).isEqualTo("bob");
    time.advance(Duration.ofMillis(9_999));
    assertThat(Asked.decided(access, Asked.with("who", "ada"))).isEqualTo("429 1");
    time.advance(Duration.ofMillis(1));
    assertThat(Asked.decided(access, Asked.with("who", "ada"))).isEqualTo("ada");
  }

  private Gatekeeper.PacedAccess paced() {
    return new Gatekeeper.PacedAccess(
        request -> new Access.Known(Objects.requireNonNull(request.header("who")), Set.of()),
        new RequestPace(() -> THREE, (what, who, _) -> turnedAway.add(what + " " + who), time));
  }

  @Test
  @DisplayName("Whoever may ask no more can still cancel, answer, read on and end the session")
  void requestsAloneCount() throws InterruptedException {
    var access = paced();
    var request = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/list\"}";
    var free =
        List.of(
            Asked.posted(
                "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\","
                    + "\"params\":{\"requestId\":1}}"),
            Asked.posted("{\"jsonrpc\":\"2.0\",\"id\":7,\"result\":{}}"),
            Asked.posted(
                "{\"jsonrpc\":\"2.0\",\"id\":7,\"error\":{\"code\":-1,\"message\":\"no\"}}"),
            Asked.posted("[{\"jsonrpc\":\"2.0\",\"id\":7,\"result\":{}}]"),
            Asked.request("DELETE", "/mcp", null, "", "who", "ada"),
            Asked.got(/* isContinued= */ true));
    for (var one : free) {
      assertThat(Asked.decided(access, one)).isEqualTo("ada");
    }
    for (var i = 0; i < 3; i++) {
      assertThat(Asked.decided(access, Asked.posted(request))).isEqualTo("ada");
    }
    for (var dear : List.of(Asked.posted(request), Asked.posted("{"), Asked.got(false))) {
      assertThat(Asked.decided(access, dear)).isEqualTo("429 10");
    }
    for (var one : free) {
      assertThat(Asked.decided(access, one)).isEqualTo("ada");
    }
  }

  @Test
  @DisplayName("Each request of a batch counts, and a larger batch than the rate all of the rate")
  void aBatchIsNoWayAround() throws InterruptedException {
    var access = paced();
    var request = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}";
    var two = Asked.posted("[" + request + "," + request + "]");
    assertThat(Asked.decided(access, two)).isEqualTo("ada");
    assertThat(Asked.decided(access, two)).isEqualTo("429 10");
    assertThat(Asked.decided(access, Asked.posted(request))).isEqualTo("ada");
    var four = Asked.posted("[" + (request + ",").repeat(3) + request + "]");
    assertThat(Asked.decided(access, four)).isEqualTo("429 30");
    time.advance(Duration.ofSeconds(30));
    assertThat(Asked.decided(access, four)).isEqualTo("ada");
  }

  @Test
  void whoIsRefusedAnywayCostsNothing() throws InterruptedException {
    var refused = new Challenge(null, List.of()).nothing();
    var access =
        new Gatekeeper.PacedAccess(_ -> refused, new RequestPace(() -> THREE, Refusals.NONE, time));
    for (var i = 0; i < 9; i++) {
      assertThat(Asked.decided(access, Asked.with())).isEqualTo("401 Bearer realm=\"belay\"");
    }
  }
}
