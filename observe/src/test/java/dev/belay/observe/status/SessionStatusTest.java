package dev.belay.observe.status;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.core.call.Governor;
import dev.belay.core.call.GovernorOptions;
import dev.belay.core.time.HandTime;
import dev.belay.core.turn.TurnOptions;
import dev.belay.core.turn.TurnRegistry;
import dev.belay.gateway.relay.ServerFigures;
import dev.belay.gateway.upstream.RetiringProcess;
import dev.belay.observe.health.Breakers;
import dev.belay.observe.health.HealthSummary;
import dev.belay.observe.status.SessionReport.Abandoned;
import dev.belay.observe.status.SessionReport.Open;
import dev.belay.observe.status.SessionReport.Session;
import dev.belay.observe.status.SessionReport.TimedOut;
import dev.belay.testkit.tool.ToolTester;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("S1-75, S1-76, S1-77: what session_status says")
final class SessionStatusTest {
  private static final HealthSummary WELL = HealthSummary.of(List.of(), Breakers.none(), false);

  private static ServerFigures server(
      String name, String state, @Nullable String detail, int retiring, int abandoned) {
    var leaving = Collections.nCopies(retiring, new RetiringProcess(7, 1, "It did not obey."));
    return new ServerFigures(
        name, state, detail, null, "stdio", 0, 0, leaving, 0, null, abandoned, null);
  }

  private static String text(
      List<Open> open, List<TimedOut> timedOut, List<Abandoned> abandoned, HealthSummary health) {
    return ReportText.of(
        new SessionReport(
            "main:s:0-1",
            9,
            9 - open.size(),
            open,
            new Session("2026-11-23T17:00:00Z", 12, 3, 0.25),
            timedOut,
            abandoned,
            health.status(),
            health.reasons(),
            Advice.of(open, timedOut, abandoned, health)));
  }

  @Test
  @DisplayName("where all is well, it says so")
  void well() {
    assertThat(text(List.of(), List.of(), List.of(), WELL))
        .isEqualTo(
            """
            Calls of this turn: 9, this one included; 9 ended.
            Running: none.
            This session, since 2026-11-23T17:00:00Z: 12 calls ended, 3 of them with an error (25 %).
            Timed out in this session: none.
            Given up but still at work: none.
            Health: ok.
            Nothing has to be done.\
            """);
  }

  @Test
  @DisplayName("each trouble has its line, and its advice")
  void troubles() {
    var health =
        HealthSummary.of(
            List.of(
                server("files", "down", "exited with code 1", 0, 0),
                server("docs", "up", null, 2, 1),
                server("web", "up", null, 0, 0)),
            name -> name.equals("web") ? new Breakers.Breaker("open", 60, 9) : null,
            /* isStopping= */ false);
    assertThat(
            text(
                List.of(new Open("b", "files__read", true, 12.3), new Open("c", "exec", false, 0)),
                List.of(new TimedOut("shell__exec", 120, 2), new TimedOut("crawl", 0.5, 1)),
                List.of(new Abandoned("crawl", 90)),
                health))
        .isEqualTo(
            """
            Calls of this turn: 9, this one included; 7 ended.
            Running: files__read (b, 12.3 s); waiting for their turn to run: 1.
            This session, since 2026-11-23T17:00:00Z: 12 calls ended, 3 of them with an error (25 %).
            Timed out in this session: shell__exec (limit 120 s, 2 times), crawl (limit 0.5 s, 1 time).
            Given up but still at work: crawl (for 90 s).
            Health: degraded.
            - The server "files" is down: exited with code 1
            - The server "docs" has processes that take no new calls and end with those they have: 2.
            - The server "docs" goes on with calls that have ended for all others: 1.
            - The server "web" is left alone for a while, since it failed too often.
            Advice: shell__exec timed out twice: use a shorter command or run it in the background.
            Advice: crawl timed out once: ask for less at once, or give it more time by _timeout, \
            in milliseconds, among its arguments.
            Advice: Work that was given up goes on: look whether it has done its part, for instance \
            with ps aux, before you begin it again.
            Advice: Calls of this turn still run: wait for their results before you repeat them.
            Advice: Tools of files, web do not work now: use others, or tell the user.\
            """);
  }

  @Test
  @DisplayName("of many, twenty are named; a stopping gateway is no place to begin anything")
  void many() {
    var open = IntStream.range(0, 23).mapToObj(i -> new Open("t" + i, "t", true, 100.0)).toList();
    assertThat(text(open, List.of(), List.of(), HealthSummary.of(List.of(), Breakers.none(), true)))
        .contains("t (t19, 100 s) and 3 more.", "Health: stopping.\n- Belay is stopping")
        .doesNotContain("t20");
  }

  @Test
  @DisplayName("called outside of a turn, it says so")
  void outsideOfATurn() {
    try (var turns = new TurnRegistry(TurnOptions.of(new HandTime(), _ -> {}));
        var governor = new Governor(GovernorOptions.of(new HandTime()))) {
      var status = new SessionStatus(turns, governor.directory(), () -> WELL);
      try (var tester = ToolTester.of(status.tool())) {
        tester.call(SessionStatus.NAME, Map.of()).failed().mentioned("this call belongs to none");
      }
    }
  }
}
