package dev.belay.http.route;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("A guarded route hears only of those who may come in, and by name")
final class GuardedTest {
  private static final Request ASKED =
      new Request("GET", "/mcp", null, Map.of(), new byte[0], "127.0.0.1");

  private final List<String> sent = new ArrayList<>();
  private final List<Access.Known> heard = new ArrayList<>();

  private final Response response =
      new Response() {
        @Override
        public void send(int status, List<Header> headers, byte[] body) {
          sent.add(status + " " + headers + " " + new String(body, UTF_8));
        }

        @Override
        public EventStreamResponse stream(List<Header> headers) {
          throw new AssertionError("no stream here");
        }

        @Override
        public void onGone(Runnable action) {}
      };

  private void ask(Access access) throws InterruptedException {
    Route route = (request, _) -> heard.add(request.requireCaller());
    new Guarded(access, route).handle(ASKED, response);
  }

  @Test
  void whoIsKnownIsTold() throws InterruptedException {
    var ada = new Access.Known("ada", Set.of(Access.ADMIN));
    ask(Access.everybody(ada));
    assertThat(heard).containsExactly(ada);
    assertThat(ada.isAdmin()).isTrue();
    assertThat(sent).isEmpty();
  }

  @Test
  void whoIsRefusedGetsTheAnswerAndTheRouteHearsNothing() throws InterruptedException {
    var header = new Header("WWW-Authenticate", "Bearer");
    ask(_ -> new Access.Refused(401, List.of(header), "no".getBytes(UTF_8)));
    assertThat(heard).isEmpty();
    assertThat(sent).containsExactly("401 [" + header + "] no");
  }

  @Test
  @DisplayName("A route that needs to know and was not guarded fails, rather than serve anybody")
  void anUnguardedRequestHasNoCaller() {
    assertThatThrownBy(ASKED::requireCaller).isInstanceOf(IllegalStateException.class);
    assertThat(Access.Known.LOCAL.isAdmin()).isFalse();
    assertThat(Access.Known.OWNER.principal()).isEqualTo("local");
  }
}
