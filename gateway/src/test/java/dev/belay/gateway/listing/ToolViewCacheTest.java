package dev.belay.gateway.listing;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.core.time.Seeds;
import java.util.Random;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("A tool whose definition has not changed is not shortened again")
final class ToolViewCacheTest {
  private static final ToolView VIEW = new ToolView(140);

  private final ToolViewCache shelf = new ToolViewCache(VIEW);

  private static byte[] tool(String description) {
    return ("{\"name\":\"t\",\"description\":\"" + description + "\"}").getBytes(UTF_8);
  }

  @Test
  void theSameDefinitionHasTheSameBytes() {
    var shown = shelf.of(tool("a  b"), "s__t");
    assertThat(shown).asString().isEqualTo("{\"name\":\"s__t\",\"description\":\"a b\"}");
    assertThat(shelf.of(tool("a  b"), "s__t")).isSameAs(shown);
  }

  @Test
  void aChangedDefinitionOrNameIsShortenedAgain() {
    var _ = shelf.of(tool("a  b"), "s__t");
    assertThat(shelf.of(tool("a  c"), "s__t"))
        .asString()
        .isEqualTo("{\"name\":\"s__t\",\"description\":\"a c\"}");
    assertThat(shelf.of(tool("a  b"), "r__t"))
        .asString()
        .isEqualTo("{\"name\":\"r__t\",\"description\":\"a b\"}");
    assertThat(shelf.of(tool("a  b"), "s__t"))
        .asString()
        .isEqualTo("{\"name\":\"s__t\",\"description\":\"a b\"}");
  }

  @Test
  @DisplayName("after any change of tools they are shown as without the cache, within its bounds")
  void theCacheNeverChangesAViewAndIsBounded() {
    Seeds.forEach(
        20,
        seed -> {
          var random = new Random(seed);
          var own = new ToolViewCache(VIEW);
          for (int i = 0; i < 200; i++) {
            var name = "s__" + random.nextInt(5);
            var tool = tool(" x".repeat(random.nextInt(3)) + "y".repeat(random.nextInt(3)));
            assertThat(own.of(tool, name)).isEqualTo(VIEW.of(tool, name));
          }
          assertThat(own.bytes()).isBetween(1L, 5L * 1_000);
        });
  }

  @Test
  void theCacheIsClearedBeyondItsSize() {
    var large = tool("x".repeat(1 << 20));
    for (int i = 0; i < 100; i++) {
      var _ = shelf.of(large, "s__" + i);
      assertThat(shelf.bytes()).isLessThanOrEqualTo(ToolViewCache.MOST_BYTES);
    }
    assertThat(shelf.of(large, "s__99")).isSameAs(shelf.of(large, "s__99"));
  }
}
