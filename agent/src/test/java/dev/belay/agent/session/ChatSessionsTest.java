package dev.belay.agent.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belay.agent.history.HistoryBounds;
import dev.belay.agent.session.ChatSessions.BusySessionException;
import dev.belay.agent.session.ChatSessions.FullSessionsException;
import dev.belay.agent.session.ChatSessions.SessionKey;
import dev.belay.agent.session.ChatSessions.Stay;
import dev.belay.core.turn.TurnId;
import java.util.ArrayList;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("Conversations, in each of which one turn is under way at most")
final class ChatSessionsTest {
  private static final TurnId TURN = new TurnId("main:s:1-1");

  private final ChatSessions sessions = new ChatSessions(HistoryBounds.defaults());

  private static SessionKey key(String session) {
    return new SessionKey("ann", "main", session);
  }

  private void talk(SessionKey key) throws BusySessionException, FullSessionsException {
    try (var stay = sessions.enter(key)) {
      stay.begun(TURN);
      stay.history().addUser("hello");
    }
  }

  @Test
  @DisplayName("what was said stays, for its owner and that agent alone, until it is forgotten")
  void kept() throws BusySessionException, FullSessionsException {
    talk(key("s"));
    assertThat(sessions.find(key("s")).orElseThrow().messages()).hasSize(1);
    assertThat(sessions.find(new SessionKey("bob", "main", "s"))).isEmpty();
    assertThat(sessions.find(new SessionKey("ann", "other", "s"))).isEmpty();
    assertThat(sessions.forget(key("s"))).isTrue();
    assertThat(sessions.forget(key("s"))).isFalse();
    assertThat(sessions.find(key("s"))).isEmpty();
  }

  @Test
  @DisplayName("who comes meanwhile is told of the turn, and nobody takes away what is in use")
  void busy() throws BusySessionException, FullSessionsException {
    try (var stay = sessions.enter(key("s"))) {
      stay.begun(TURN);
      assertThatThrownBy(() -> sessions.enter(key("s")))
          .isInstanceOfSatisfying(
              BusySessionException.class, e -> assertThat(e.turn()).isEqualTo(TURN))
          .hasMessageContaining("answers another message right now, in turn main:s:1-1");
      assertThatThrownBy(() -> sessions.forget(key("s"))).isInstanceOf(BusySessionException.class);
    }
    talk(key("s"));
  }

  @Test
  @DisplayName("who comes before the turn has begun waits, and enters if it never does")
  void neverBegun()
      throws BusySessionException, FullSessionsException, InterruptedException, ExecutionException {
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      var first = sessions.enter(key("s"));
      var entering = new CompletableFuture<Boolean>();
      var second =
          threads.submit(() -> {
            entering.complete(true);
            return sessions.enter(key("s"));
          });
      assertThat(entering.get()).isTrue();
      first.close();
      second.get().close();
      // Too late to release the stay of another turn.
      try (var third = sessions.enter(key("s"))) {
        third.begun(TURN);
        first.close();
        assertThatThrownBy(() -> sessions.enter(key("s"))).isInstanceOf(BusySessionException.class);
      }
    }
  }

  private static SessionKey key(String principal, int session) {
    return new SessionKey(principal, "main", "s" + session);
  }

  private void talk(String principal, int sessions)
      throws BusySessionException, FullSessionsException {
    for (int i = 0; i < sessions; i++) {
      talk(key(principal, i));
    }
  }

  @Test
  @DisplayName("of a principal the one unused for longest makes room, and nobody else's does")
  void boundedForEach() throws BusySessionException, FullSessionsException {
    talk(key("bob", 0));
    talk("ann", ChatSessions.MOST_OF_ONE);
    talk(key("ann", 0));
    try (var inUse = sessions.enter(key("ann", 1))) {
      inUse.begun(TURN);
      talk(key("ann", ChatSessions.MOST_OF_ONE));
    }
    assertThat(sessions.find(key("ann", 2))).isEmpty();
    assertThat(sessions.find(key("ann", 0))).isPresent();
    assertThat(sessions.find(key("ann", 1))).isPresent();
    assertThat(sessions.find(key("bob", 0))).isPresent();
  }

  @Test
  @DisplayName("of all, the principal that has most makes room, with what it used least lately")
  void boundedForAll() throws BusySessionException, FullSessionsException {
    talk("few", 1);
    talk("ann", ChatSessions.MOST_OF_ONE - 1);
    talk("most", ChatSessions.MOST_OF_ONE);
    for (int i = ChatSessions.MOST_OF_ONE * 2; i < ChatSessions.MOST; i++) {
      talk(key("p" + i, 0));
    }
    try (var inUse = sessions.enter(key("most", 0))) {
      inUse.begun(TURN);
      talk(key("new", 0));
    }
    assertThat(sessions.find(key("most", 1))).isEmpty();
    assertThat(sessions.find(key("most", 0))).isPresent();
    assertThat(sessions.find(key("few", 0))).isPresent();
    assertThat(sessions.find(key("ann", 0))).isPresent();
  }

  @Test
  @DisplayName("where all are in use there is no room, but for what is kept apart")
  void full() throws BusySessionException, FullSessionsException {
    var all = new ArrayList<Stay>();
    for (int i = 0; i < ChatSessions.MOST; i++) {
      all.add(sessions.enter(key("p" + i / ChatSessions.MOST_OF_ONE, i)));
    }
    assertThatThrownBy(() -> sessions.enter(key("p0", ChatSessions.MOST)))
        .isInstanceOf(FullSessionsException.class)
        .hasMessageStartingWith("200 sessions answer messages right now");
    assertThatThrownBy(() -> sessions.enter(key("new", 0)))
        .isInstanceOf(FullSessionsException.class)
        .hasMessageStartingWith("1000 sessions");
    try (var apart = sessions.apart(key("more"))) {
      apart.history().addUser("a task");
    }
    assertThat(sessions.find(key("more"))).isEmpty();
    all.forEach(Stay::close);
    sessions.enter(key("new", 0)).close();
  }
}
