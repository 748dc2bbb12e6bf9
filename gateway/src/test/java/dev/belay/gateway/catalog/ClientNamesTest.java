package dev.belay.gateway.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.core.journal.Journal;
import dev.belay.gateway.client.Guest;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
@DisplayName("A call of a tool of this program names the client that makes it")
final class ClientNamesTest {
  private final Fleet fleet = new Fleet().tools("own", new Workshop().tools());

  @AfterEach
  void end() {
    fleet.governor().close();
  }

  /** {@return the clients named by the events of all calls} */
  private Set<@Nullable String> named() {
    var named = new HashSet<@Nullable String>();
    var reader = fleet.governor().journal().readerFromOldest();
    for (var read = reader.poll(); read != null; read = reader.poll()) {
      if (read instanceof Journal.Entry entry) {
        named.add(entry.subject().client());
      }
    }
    return named;
  }

  private void say(Guest client, String tool) {
    var _ = client.ask("1", "tools/call", "{\"name\":\"" + tool + "\",\"arguments\":{}}").answer();
  }

  @Test
  @DisplayName("A legacy client has given its name at the opening")
  void legacy() {
    say(fleet.legacy(), "fail");
    assertThat(named()).containsExactly("guest");
  }

  @Test
  @DisplayName("A modern client gives it with each request")
  void modern() {
    say(fleet.modern().named("code\u202e 2"), "fail");
    assertThat(named()).containsExactly("code  2");
  }

  @Test
  @DisplayName("A client without a name has none")
  void unnamed() {
    say(fleet.modern().named(""), "fail");
    assertThat(named()).hasSize(1).containsOnlyNulls();
  }
}
