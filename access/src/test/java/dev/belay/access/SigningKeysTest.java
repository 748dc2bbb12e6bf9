package dev.belay.access;

import static org.assertj.core.api.Assertions.assertThat;

import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import dev.belay.core.time.HandTime;
import dev.belay.core.time.Patience;
import dev.belay.testbed.auth.TokenKey;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName(
    "Keys of an authorization server: fetched seldom, replaced at once, kept while it is down")
final class SigningKeysTest {
  private static final TokenKey ONE = TokenKey.ec("one");
  private static final TokenKey TWO = TokenKey.ec("two");

  private final HandTime time = new HandTime();
  private final AtomicInteger fetches = new AtomicInteger();
  private final List<String> reports = new ArrayList<>();
  private volatile String answer = set(ONE);
  private final SigningKeys keys = new SigningKeys(this::fetch, time, reports::add);

  private static String set(TokenKey key) {
    return "{\"keys\":[" + key.jwk() + "]}";
  }

  private String fetch() throws IOException {
    fetches.incrementAndGet();
    if (answer.startsWith("down")) {
      throw new IOException(answer);
    }
    return answer;
  }

  private int found(TokenKey key) throws InterruptedException {
    return keys.matching(new JWSHeader.Builder(JWSAlgorithm.ES256).keyID(key.id()).build()).size();
  }

  @Test
  void theyAreFetchedOnce() throws InterruptedException {
    assertThat(fetches).hasValue(0);
    for (var i = 0; i < 10; i++) {
      assertThat(found(ONE)).isEqualTo(1);
    }
    assertThat(fetches).hasValue(1);
    assertThat(reports).isEmpty();
  }

  @Test
  @DisplayName("A key that is not there is looked for again, and the one it replaced is gone")
  void rotation() throws InterruptedException {
    assertThat(found(ONE)).isEqualTo(1);
    answer = set(TWO);
    time.advance(SigningKeys.PAUSE);
    assertThat(found(TWO)).isEqualTo(1);
    assertThat(found(ONE)).isZero();
    assertThat(fetches).hasValue(2);
  }

  @Test
  @DisplayName("Made-up names of keys do not make Belay ask more than once in five seconds")
  void unknownNamesAreLookedForSeldom() throws InterruptedException {
    for (var i = 0; i < 1_000; i++) {
      assertThat(found(TWO)).isZero();
    }
    assertThat(fetches).hasValue(1);
    time.advance(SigningKeys.PAUSE.minusNanos(1));
    assertThat(found(TWO)).isZero();
    assertThat(fetches).hasValue(1);
    time.advance(java.time.Duration.ofNanos(1));
    assertThat(found(TWO)).isZero();
    assertThat(fetches).hasValue(2);
  }

  @Test
  @DisplayName("JWKS down: what was told before holds; that it is down is said once, and its end")
  void oldKeysHoldWhileItIsDown() throws InterruptedException {
    assertThat(found(ONE)).isEqualTo(1);
    answer = "down for repairs";
    for (var i = 0; i < 3; i++) {
      time.advance(SigningKeys.PAUSE);
      assertThat(found(TWO)).isZero();
      assertThat(found(ONE)).isEqualTo(1);
    }
    assertThat(fetches).hasValue(4);
    assertThat(reports)
        .containsExactly(
            "the keys of the authorization server cannot be fetched: down for repairs; those it"
                + " told before still hold");
    answer = set(TWO);
    time.advance(SigningKeys.PAUSE);
    assertThat(found(TWO)).isEqualTo(1);
    assertThat(reports).hasSize(2).last().asString().endsWith("are there again");
  }

  @Test
  void whileItWasNeverUpNothingIsKnown() throws InterruptedException {
    answer = "down";
    assertThat(found(ONE)).isZero();
    assertThat(keys.areKnown()).isFalse();
    answer = "<html>welcome</html>";
    time.advance(SigningKeys.PAUSE);
    assertThat(found(ONE)).isZero();
    assertThat(keys.areKnown()).isFalse();
    answer = set(ONE);
    assertThat(found(ONE)).isZero();
    time.advance(SigningKeys.PAUSE);
    assertThat(found(ONE)).isEqualTo(1);
  }

  @Test
  @DisplayName("Old keys are fetched again beside the request that notices, which does not wait")
  void oldKeysAreRefreshedBeside() throws InterruptedException {
    assertThat(found(ONE)).isEqualTo(1);
    answer = set(TWO);
    time.advance(SigningKeys.FRESH.plusNanos(1));
    assertThat(found(ONE)).isEqualTo(1);
    // A request from now on waits for the fetch under way.
    Patience.await(() -> found(TWO) == 1, () -> "the key is not there");
    assertThat(fetches).hasValue(2);
  }

  @Test
  @DisplayName("Many who find a key missing wait for one fetch")
  void oneFetchServesAll() throws InterruptedException {
    var begun = new CountDownLatch(1);
    var go = new CountDownLatch(1);
    var slow =
        new SigningKeys(
            () -> {
              fetches.incrementAndGet();
              begun.countDown();
              go.await();
              return set(ONE);
            },
            new HandTime(),
            reports::add);
    var header = new JWSHeader.Builder(JWSAlgorithm.ES256).keyID("one").build();
    var sizes = new ArrayList<Future<Integer>>();
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (var i = 0; i < 20; i++) {
        sizes.add(threads.submit(() -> slow.matching(header).size()));
      }
      begun.await();
      go.countDown();
    }
    assertThat(sizes).allMatch(size -> size.resultNow() == 1);
    assertThat(fetches).hasValue(1);
  }
}
