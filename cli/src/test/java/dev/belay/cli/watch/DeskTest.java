package dev.belay.cli.watch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.cli.remote.GatewayApprovals;
import dev.belay.cli.remote.RunningGateway;
import dev.belay.cli.watch.Desk.News;
import dev.belay.cli.watch.Desk.Wish;
import dev.belay.core.time.HandTime;
import dev.belay.core.time.Patience;
import dev.belay.core.time.Time;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("belay approvals -i says what became of a decision, also where its answer was lost")
final class DeskTest {
  private static final Wish.Decide ALLOW = new Wish.Decide("n-aa", "approve", "once", "fine");
  private static final String OPEN = one("open", "");
  private static final String ALLOWED =
      one("allowed", ",\"by\":\"ann\",\"via\":\"api\",\"note\":\"fine\"");
  private static final String EMPTY = "{\"approvals\":[]}";

  /** A gateway that answers as the test says; empty for no answer. */
  private static final class Scripted implements AutoCloseable {
    private final ServerSocket socket;
    private final BlockingQueue<String> answers = new LinkedBlockingQueue<>();
    private final List<String> asked = new ArrayList<>();
    private volatile @Nullable CountDownLatch held;

    Scripted() throws IOException {
      socket = new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
      Thread.ofVirtual().start(this::run);
    }

    URI url() {
      return URI.create("http://127.0.0.1:" + socket.getLocalPort());
    }

    private void run() {
      try {
        while (!socket.isClosed()) {
          try (var client = socket.accept()) {
            answer(client);
          }
        }
      } catch (IOException | InterruptedException _) {
        // The end of the test.
      }
    }

    private void answer(Socket client) throws IOException, InterruptedException {
      var in =
          new BufferedReader(
              new InputStreamReader(client.getInputStream(), StandardCharsets.ISO_8859_1));
      var first = String.valueOf(in.readLine());
      int length = 0;
      for (var line = in.readLine(); line != null && !line.isEmpty(); line = in.readLine()) {
        if (line.toLowerCase(Locale.ROOT).startsWith("content-length:")) {
          length = Integer.parseInt(line.substring(line.indexOf(':') + 1).strip());
        }
      }
      in.skip(length);
      asked.add(first);
      var latch = held;
      if (latch != null && first.startsWith("POST")) {
        latch.await();
      }
      // The client asks again by itself where a GET has no answer.
      var next = first.startsWith("GET /api/approvals ") ? EMPTY : answers.poll();
      var body = next == null ? "" : next;
      if (!body.isEmpty()) {
        var status = body.startsWith("{\"error\"") ? "409 Conflict" : "200 OK";
        client
            .getOutputStream()
            .write(
                ("HTTP/1.1 "
                        + status
                        + "\r\nConnection: close\r\nContent-Length: "
                        + body.length()
                        + "\r\n\r\n"
                        + body)
                    .getBytes(StandardCharsets.ISO_8859_1));
      }
    }

    @Override
    public void close() throws IOException {
      socket.close();
    }
  }

  private Scripted scripted;
  private RunningGateway gateway;
  private Desk desk;

  @BeforeEach
  void begin() throws IOException {
    scripted = new Scripted();
    gateway = new RunningGateway(scripted.url(), Map.of("BELAY_TOKEN", "t"));
    desk = new Desk(new GatewayApprovals(gateway));
  }

  @AfterEach
  void end() throws IOException {
    gateway.close();
    scripted.close();
  }

  private static String one(String state, String more) {
    return "{\"id\":\"n-aa\",\"state\":\""
        + state
        + "\",\"expires_at\":\"2026-01-01T00:01:30Z\""
        + more
        + "}";
  }

  private List<News> look(String... answers) throws InterruptedException {
    scripted.answers.addAll(List.of(answers));
    desk.look();
    var all = new ArrayList<News>();
    for (var news = desk.news(); news != null; news = desk.news()) {
      if (!(news instanceof News.Listed)) {
        all.add(news);
      }
    }
    return all;
  }

  @Test
  @DisplayName("A decision that counts is told as one's own though its answer was lost")
  void lost() throws InterruptedException {
    desk.take(ALLOW);
    assertThat(look("", ALLOWED))
        .containsExactly(
            new News.Over("n-aa", "aa allowed by ann via api: fine; its answer was lost"));
    assertThat(desk.outcome(new HandTime()))
        .isEqualTo("aa allowed by ann via api: fine; its" + " answer was lost");
  }

  @Test
  @DisplayName("It is looked up until the gateway answers, and never sent again")
  void lookedUp() throws InterruptedException {
    desk.take(ALLOW);
    assertThat(look("", "")).singleElement().isInstanceOf(News.Trouble.class);
    assertThat(look(OPEN))
        .singleElement()
        .isInstanceOfSatisfying(
            News.Waits.class, waits -> assertThat(waits.why()).startsWith("not decided: "));
    assertThat(scripted.asked).filteredOn(line -> line.startsWith("POST")).hasSize(1);
  }

  @Test
  @DisplayName("A decision of another is told as theirs, whether the answer was lost or is a no")
  void another() throws InterruptedException {
    var denied = one("denied", ",\"by\":\"bob\",\"via\":\"api\",\"note\":\"no\"");
    var other = "aa: someone else decided first: denied by bob via api: no";
    desk.take(ALLOW);
    assertThat(look("", denied)).containsExactly(new News.Over("n-aa", other));
    desk.take(ALLOW);
    assertThat(look("{\"error\":\"too late\"}", ALLOWED))
        .containsExactly(
            new News.Over("n-aa", "aa: someone else decided first: allowed by ann via api: fine"));
  }

  @Test
  @DisplayName("Who quits while a decision is on its way is told what became of it")
  void quit() throws Exception {
    var held = new CountDownLatch(1);
    scripted.held = held;
    desk.take(ALLOW);
    var looked =
        CompletableFuture.runAsync(
            () -> {
              try {
                desk.look();
              } catch (InterruptedException e) {
                throw new AssertionError(e);
              }
            },
            task -> Thread.ofVirtual().start(task));
    scripted.answers.add(ALLOWED);
    var time = new HandTime();
    var told =
        CompletableFuture.supplyAsync(() -> outcome(time), task -> Thread.ofVirtual().start(task));
    Patience.await(() -> time.armedTimers() == 1, () -> "nobody waits for the outcome");
    held.countDown();
    assertThat(told.get()).isEqualTo("aa allowed");
    looked.join();
  }

  private String outcome(Time time) {
    try {
      return desk.outcome(time);
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  @DisplayName("A gateway that does not answer holds up the end for two seconds at most")
  void silent() throws Exception {
    var time = new HandTime();
    desk.take(ALLOW);
    var told = CompletableFuture.supplyAsync(() -> outcome(time));
    while (!told.isDone()) {
      time.advance(Duration.ofSeconds(1));
      Thread.onSpinWait();
    }
    assertThat(told.get())
        .isEqualTo(
            "the gateway has not answered for 2 s; whether the decision counts is shown by: belay"
                + " approvals --all");
  }
}
