package dev.belay.gateway.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.core.time.HandTime;
import dev.belay.mcp.envelope.Envelope;
import dev.belay.mcp.envelope.RequestId;
import dev.belay.mcp.era.Era;
import dev.belay.mcp.session.Conversation;
import dev.belay.mcp.session.ReplyTo;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("A list is read to its end, or left")
final class ListFetchTest {
  private static final Duration LIMIT = Duration.ofSeconds(60);

  private final HandTime time = new HandTime();
  private final List<String> heard = new ArrayList<>();
  private final List<ServerLists.Fetched> ends = new ArrayList<>();

  /** A server of two pages, whose second never comes; the limit is over as that is asked for. */
  private final class Endless extends ListFetch.Source implements Conversation {
    Endless() {
      super("endless");
    }

    @Override
    byte[] introduction() {
      if (!heard.isEmpty()) {
        time.advance(LIMIT);
      }
      return super.introduction();
    }

    @Override
    Conversation in(Era era) {
      return this;
    }

    @Override
    public String principal() {
      return "local";
    }

    @Override
    public boolean tell(byte[] message) {
      return false;
    }

    @Override
    public void onRequest(Envelope request, ReplyTo reply) {
      heard.add("asked " + request.requireId());
      if (heard.size() == 1) {
        var id = request.requireId();
        var page = "{\"jsonrpc\":\"2.0\",\"id\":%s,\"result\":{\"tools\":[],\"nextCursor\":\"2\"}}";
        reply.send(page.formatted(id).getBytes(StandardCharsets.UTF_8));
      }
    }

    @Override
    public void onNotification(Envelope notification) {}

    @Override
    public void onAnswer(Envelope response) {}

    @Override
    public void onLeft(RequestId request) {
      heard.add("left " + request);
    }

    @Override
    public void close() {}
  }

  @Test
  @DisplayName("A page that is asked for just as the limit is over is left as well")
  void aPageAskedForAtTheLimitIsLeft() {
    ListFetch.begin(ListKind.TOOLS, Era.MODERN, new Endless(), time, LIMIT, ends::add);
    assertThat(ends).singleElement().isInstanceOf(ServerLists.Fetched.Failed.class);
    assertThat(heard).last().isEqualTo("left \"belay/endless/2\"");
    assertThat(time.armedTimers()).isZero();
  }
}
