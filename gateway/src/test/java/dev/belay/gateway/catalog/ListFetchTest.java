package dev.belay.gateway.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.core.time.HandTime;
import dev.belay.mcp.era.Era;
import dev.belay.mcp.session.Conversation;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("A list is read to its end, or left")
final class ListFetchTest {
  private static final Duration LIMIT = Duration.ofSeconds(60);

  private final HandTime time = new HandTime();
  private final ScriptedServer server =
      new ScriptedServer("endless").list("tools/list", "{\"tools\":[],\"nextCursor\":\"2\"}");
  private final List<ServerLists.Fetched> ends = new ArrayList<>();

  /** Reads of a server whose second page never comes; the limit is over as that is asked for. */
  private final class Late extends ListFetch.Source {
    private final Conversation conversation = server.open(this);

    Late() {
      super("endless");
    }

    @Override
    byte[] introduction() {
      if (!server.heard.isEmpty()) {
        server.holding("tools/list");
        time.advance(LIMIT);
      }
      return super.introduction();
    }

    @Override
    Conversation in(Era era) {
      return conversation;
    }

    @Override
    public String principal() {
      return "local";
    }

    @Override
    public boolean tell(byte[] message) {
      return false;
    }
  }

  @Test
  @DisplayName("A page that is asked for just as the limit is over is left as well")
  void aPageAskedForAtTheLimitIsLeft() {
    ListFetch.begin(ListKind.TOOLS, Era.MODERN, new Late(), time, LIMIT, ends::add);
    assertThat(ends).singleElement().isInstanceOf(ServerLists.Fetched.Failed.class);
    var last = server.heard.getLast();
    assertThat(last.kind() + " " + last.id()).isEqualTo("left \"belay/endless/2\"");
    assertThat(time.armedTimers()).isZero();
  }
}
