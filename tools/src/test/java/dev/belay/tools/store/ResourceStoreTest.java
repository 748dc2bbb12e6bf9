package dev.belay.tools.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belay.claims.Claim;
import dev.belay.core.time.Simulation;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("What is cut off results is kept within bounds, for whom it belongs to")
@Claim("B9")
final class ResourceStoreTest {
  private final Simulation simulation = new Simulation(1);
  private final ResourceStore store =
      new ResourceStore(
          new StoreBounds(10_000, 5_000, 4, Duration.ofMinutes(10)), simulation, new Random(1));

  private String keep(String principal, int length) {
    var uri =
        store.of(principal).keep("x".repeat(length).getBytes(StandardCharsets.UTF_8), "text/plain");
    return uri.toString().substring(ResourceStore.PREFIX.length());
  }

  private @Nullable Integer size(String id, String principal) {
    var found = store.get(id, principal);
    return found == null ? null : found.data().size();
  }

  @Test
  @DisplayName("it is there for its principal, and for nobody else, under a name of 128 bits")
  void perPrincipal() {
    var id = keep("alice", 10);
    assertThat(id).hasSize(32);
    assertThat(size(id, "alice")).isEqualTo(10);
    assertThat(size(id, "bob")).isNull();
    assertThat(size("0".repeat(32), "alice")).isNull();
  }

  @Test
  @DisplayName("it is gone once its time is over, however often it was read")
  void lifetime() {
    var id = keep("alice", 10);
    simulation.runFor(Duration.ofSeconds(599));
    assertThat(size(id, "alice")).isEqualTo(10);
    simulation.runFor(Duration.ofSeconds(2));
    assertThat(size(id, "alice")).isNull();
  }

  @Test
  @DisplayName("at most so many are there, and so many bytes")
  void bounded() {
    var ids = new ArrayList<String>();
    for (int i = 0; i < 20; i++) {
      ids.add(keep("alice", 10));
    }
    assertThat(store.size()).isEqualTo(4);
    assertThat(size(ids.getLast(), "alice")).as("the newest").isEqualTo(10);
    for (int i = 0; i < 20; i++) {
      ids.add(keep("alice", 5_000));
    }
    assertThat(ids.stream().filter(id -> size(id, "alice") != null))
        .containsExactlyElementsOf(ids.subList(38, 40));
  }

  @Test
  @DisplayName("what is longer than the longest is refused")
  void tooLong() {
    assertThatThrownBy(() -> keep("alice", 5_001)).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  @DisplayName("bounds within which nothing could be kept are refused")
  void badBounds() {
    assertThatThrownBy(() -> new StoreBounds(10, 11, 1, Duration.ofSeconds(1)))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new StoreBounds(10, 10, 1, Duration.ZERO))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
