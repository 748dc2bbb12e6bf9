package dev.belay.gateway.relay;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("An upstream is subscribed to once for all of its clients, within bounds in bytes")
final class SubscriptionBookTest {
  private static final String TAIL = "u".repeat(1_000_000);

  private final List<String> told = new ArrayList<>();
  private Runnable duringEraChange = () -> {};
  private final SubscriptionBook book =
      new SubscriptionBook(
          new SubscriptionBook.Source() {
            @Override
            public void subscribe(String uri) {
              told.add("+" + uri);
            }

            @Override
            public void unsubscribe(String uri) {
              told.add("-" + uri);
            }

            @Override
            public void eraChanged(Set<String> subscribed) {
              duringEraChange.run();
              told.add("era " + subscribed);
            }
          });

  @Test
  @DisplayName("One principal gets half of what is left, however many clients it has")
  void onePrincipalLeavesPlacesForOthers() {
    int taken = 0;
    while (taken < 100 && book.add("client " + taken, "greedy", "x://" + taken + TAIL)) {
      taken++;
    }
    assertThat(taken).isEqualTo(4);
    assertThat(book.add("other's", "modest", "y://" + TAIL)).isTrue();
    book.forget("client 0");
    assertThat(book.add("client 9", "greedy", "z://")).as("given back").isTrue();
  }

  @Test
  @DisplayName("The upstream hears of the first who wants a resource, and of the last")
  void theFirstAndTheLastAreToldOf() {
    for (int i = 0; i < 2; i++) {
      assertThat(book.add("a", "p", "x://1")).isTrue();
      assertThat(book.add("b", "q", "x://1")).isTrue();
    }
    book.remove("a", "x://1");
    book.forget("a");
    assertThat(told).containsExactly("+x://1");
    book.forget("b");
    assertThat(told).containsExactly("+x://1", "-x://1");
    assertThat(book.holds("b", "x://1")).isFalse();
  }

  @Test
  @DisplayName("What changes as the upstream is told again, for a new era, it hears after that")
  void aChangeDuringAnEraChangeIsToldAfterIt() {
    book.add("a", "p", "x://1");
    duringEraChange =
        () -> {
          book.remove("a", "x://1");
          book.add("a", "p", "x://2");
        };
    book.eraChanged();
    assertThat(told).containsExactly("+x://1", "era [x://1]", "-x://1", "+x://2");
  }
}
