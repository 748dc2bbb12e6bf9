package dev.belay.gateway.notice;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.config.Network;
import dev.belay.config.NotifySettings;
import dev.belay.config.NotifySettings.Recipient;
import dev.belay.core.approval.Approval;
import dev.belay.core.approval.Approval.Asked;
import dev.belay.core.approval.Approval.End;
import dev.belay.core.approval.Approval.State;
import dev.belay.core.approval.Approval.Terms;
import dev.belay.core.call.CallId;
import dev.belay.core.call.CallInfo;
import dev.belay.core.call.Caller;
import dev.belay.core.time.HandTime;
import dev.belay.core.time.Patience;
import dev.belay.core.time.Time;
import dev.belay.process.spawn.Spawner;
import dev.belay.process.tree.ProcessRow;
import dev.belay.process.tree.ProcessTable;
import dev.belay.testkit.json.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Longer than other files: one outlet, and each fault of the program or URL behind it. */
@Tag("process")
@DisplayName("People hear of calls that wait, and no call waits for that")
final class NoticesTest {
  private static final byte[] KEY =
      "0123456789abcdef0123456789abcdef".getBytes(StandardCharsets.UTF_8);

  @TempDir Path directory;

  private final HandTime time = new HandTime();
  private final BlockingQueue<String> said = new LinkedBlockingQueue<>();
  private final Spawner spawner = Spawner.open(Time.system());
  private volatile @Nullable NotifySettings settings;
  private Receiver receiver;
  private Notices notices;

  @BeforeEach
  void open() throws IOException {
    receiver = new Receiver();
    posting(receiver.url(), Network.PUBLIC);
    notices = new Notices(() -> settings, spawner, System.getenv(), said::add, time);
  }

  @AfterEach
  void close() throws IOException, InterruptedException {
    receiver.close();
    settings = null;
    notices.close();
    spawner.close();
  }

  private void posting(URI url, Network network) {
    var secret = Base64.getEncoder().encodeToString(KEY);
    settings = new NotifySettings(new Recipient.Webhook(url, secret, network), true);
  }

  private void running(String... words) {
    settings = new NotifySettings(new Recipient.Program(List.of(words), Map.of("A", "b")), true);
  }

  /** Has each notice run this script, whose {@code FILE} is that file. */
  private void running(Path file, String script) {
    running("sh", "-c", script.replace("FILE", file.toString()));
  }

  private static Approval approval(long number, String tool, String arguments) {
    var at = Instant.parse("2026-11-26T10:00:00Z");
    return new Approval(
        new CallInfo(new CallId("n", 1, number), tool, null, Caller.of("ada", null), at),
        new Asked("files", tool, arguments, "digest", "v1", "it changes files", false),
        new Terms(Duration.ofSeconds(120), Duration.ofHours(1), 1, true),
        at,
        at.plusSeconds(120),
        List.of(),
        new State.Open());
  }

  private static Approval over(Approval asked, End how, String by) {
    return new Approval(
        asked.call(),
        asked.asked(),
        asked.terms(),
        asked.askedAt(),
        by.equals("api") ? asked.expiresAt() : asked.askedAt(),
        asked.votes(),
        new State.Over(how, asked.askedAt(), "ann", by, ""));
  }

  private static List<String> lines(Path file) {
    try {
      return Files.exists(file) ? Files.readAllLines(file) : List.of();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** {@return whether a process runs: one that nobody has reaped yet does not} */
  private static boolean isAlive(String pid) {
    return ProcessTable.ofThisMachine()
        .row(Long.parseLong(pid))
        .filter(ProcessRow::isAlive)
        .isPresent();
  }

  private static Json data(Receiver.Got got) {
    return Json.parse(got.body()).at("data");
  }

  @Test
  @DisplayName("A notice says what waits, how to see it, and what became of it; it is signed")
  void asked() throws Exception {
    var asked = approval(1, "write", "{\"path\":\"a\\u202eb\"}");
    notices.changed(asked);
    var got = receiver.got.take();
    assertThat(got.head().field("webhook-id")).isEqualTo(asked.id() + ".open");
    var stamp = got.head().field("webhook-timestamp");
    assertThat(stamp).isEqualTo(Long.toString(time.wall().getEpochSecond()));
    var mac = Mac.getInstance("HmacSHA256");
    mac.init(new SecretKeySpec(KEY, "HmacSHA256"));
    var signed = asked.id() + ".open." + stamp + "." + got.body();
    assertThat(got.head().field("webhook-signature"))
        .isEqualTo(
            "v1,"
                + Base64.getEncoder()
                    .encodeToString(mac.doFinal(signed.getBytes(StandardCharsets.UTF_8))));
    assertThat(Json.parse(got.body()).at("type").text()).isEqualTo("approval.asked");
    assertThat(data(got).at("id").text()).isEqualTo(asked.id().toString());
    assertThat(data(got).at("tool").text()).isEqualTo("write");
    assertThat(data(got).at("principal").text()).isEqualTo("ada");
    assertThat(data(got).at("reason").text()).isEqualTo("it changes files");
    assertThat(data(got).at("expires_at").text()).isEqualTo("2026-11-26T10:02:00Z");
    assertThat(data(got).at("show").text()).isEqualTo("belay approvals show " + asked.id());
    assertThat(got.body()).contains("\"shown_cut\":false");

    for (var how : End.values()) {
      notices.changed(over(asked, how, "api"));
      var end = receiver.got.take();
      assertThat(data(end).at("state").text()).isEqualTo(how.word().replace(' ', '_'));
      assertThat(end.body()).doesNotContain("shown");
    }
    assertThat(said).isEmpty();
  }

  @Test
  @DisplayName("Long arguments are cut, and so marked; markup of a chat is nowhere in the text")
  void bounded() throws InterruptedException {
    for (var long_ :
        List.of(
            "{\"a\":\"" + "x".repeat(1 << 20) + "\"}",
            "[".repeat(128) + "1,".repeat(1 << 16) + "1" + "]".repeat(128),
            "{\"a\":\"" + "\u202e".repeat(1_000) + "\"}",
            "{\"a\":\"" + "\ud83d\ude00".repeat(5_000) + "\"}",
            "{\"a\":\"x" + "\ud83d\ude00".repeat(5_000) + "\"}",
            "{\"a\":\"" + "\\\\".repeat(5_000) + "\"}")) {
      notices.changed(approval(1, "<!channel> [x](https://evil.example) @all &", long_));
      var got = receiver.got.take();
      assertThat(data(got).at("shown").text().length()).isLessThan(Notice.MOST_SHOWN + 2);
      assertThat(data(got).at("shown").text()).endsWith("…").doesNotContain("\u27e6U+D83D\u27e7");
      assertThat(got.body()).contains("\"shown_cut\":true");
      assertThat(Json.parse(got.body()).at("text").text())
          .doesNotContainPattern("[<>@&\\[\\]()/]")
          .doesNotContain("evil.example");
    }
    notices.changed(approval(1, "t".repeat(1 << 20), "{}"));
    assertThat(receiver.got.take().body().length()).isLessThan(2_000);
  }

  @Test
  @DisplayName("Without arguments where the configuration says so, and without a notice of rules")
  void less() throws InterruptedException {
    var secret = new Recipient.Webhook(receiver.url(), null, Network.PUBLIC);
    settings = new NotifySettings(secret, /* arguments= */ false);
    var asked = approval(1, "write", "{\"password\":\"hunter2\"}");
    notices.changed(over(asked, End.ALLOWED, "rule 1"));
    notices.changed(asked);
    var got = receiver.got.take();
    assertThat(data(got).at("state").text()).isEqualTo("open");
    assertThat(got.body()).doesNotContain("hunter2");
    assertThat(got.head().has("webhook-signature")).isFalse();
  }

  @Test
  @DisplayName("A failure that may pass is tried again, under the same id")
  void again() throws InterruptedException {
    receiver.then("500 No").then("503 No");
    notices.changed(approval(1, "write", "{}"));
    var first = receiver.got.take();
    time.pass(WebhookDelivery.PAUSES.getFirst());
    var second = receiver.got.take();
    time.pass(WebhookDelivery.PAUSES.getLast());
    var third = receiver.got.take();
    assertThat(List.of(second.head().field("webhook-id"), third.head().field("webhook-id")))
        .containsOnly(first.head().field("webhook-id"));
    assertThat(third.head().field("webhook-timestamp")).isEqualTo("6");
    notices.changed(approval(2, "write", "{}"));
    assertThat(data(receiver.got.take()).at("id").text()).endsWith("2");
    assertThat(said).isEmpty();
  }

  @Test
  @DisplayName("A server that never answers has three attempts of ten seconds, and calls go on")
  void silent() throws InterruptedException {
    receiver.then(Receiver.NOTHING).then(Receiver.NOTHING).then(Receiver.NOTHING);
    notices.changed(approval(1, "write", "{}"));
    for (int i = 0; i < 3; i++) {
      receiver.got.take();
      // Nothing of this blocks while the thread waits.
      notices.changed(approval(2 + i, "write", "{}"));
      time.pass(WebhookDelivery.LIMIT);
      if (i < 2) {
        time.pass(WebhookDelivery.PAUSES.get(i));
      }
    }
    assertThat(said.take())
        .contains("did not answer within 10 s", "Calls wait all the same")
        .doesNotContain("key=", "/hook");
    for (int i = 0; i < 3; i++) {
      assertThat(data(receiver.got.take()).at("state").text()).isEqualTo("open");
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"302 Found\r\nLocation: %s", "307 No\r\nLocation: %s", "404 No", "410 No"})
  @DisplayName("SSRF: a redirect is not followed, and what will not pass is not tried again")
  void redirects(String answer) throws IOException, InterruptedException {
    try (var other = new Receiver()) {
      receiver.then(answer.formatted(other.url()));
      notices.changed(approval(1, "write", "{}"));
      receiver.got.take();
      assertThat(said.take()).contains("answered with status " + answer.substring(0, 3));
      notices.changed(approval(2, "write", "{}"));
      assertThat(data(receiver.got.take()).at("id").text()).endsWith("2");
      assertThat(other.got).isEmpty();
    }
  }

  @Test
  @DisplayName("SSRF: the machine's own metadata, and names of this machine, are not asked")
  void internal() throws InterruptedException {
    posting(URI.create("https://169.254.169.254/latest/meta-data"), Network.PRIVATE);
    notices.changed(approval(1, "write", "{}"));
    time.pass(WebhookDelivery.PAUSES.getFirst());
    time.pass(WebhookDelivery.PAUSES.getLast());
    assertThat(said.take()).contains("169.254.169.254, which is no address to post notices to");
    assertThat(receiver.got).isEmpty();
    assertThat(notices.figures()).isEqualTo(new Notices.Figures(0, 1, 0));
  }

  @Test
  @DisplayName("A flood keeps the newest thousand; how many gave way is said once a minute")
  void flood() throws InterruptedException {
    receiver.then(Receiver.NOTHING);
    notices.changed(approval(0, "write", "{}"));
    receiver.got.take();
    int more = 500;
    for (int i = 1; i <= Notices.MOST + more; i++) {
      notices.changed(approval(i, "write", "{}"));
    }
    time.pass(WebhookDelivery.LIMIT);
    time.pass(WebhookDelivery.PAUSES.getFirst());
    receiver.got.take();
    for (int i = more + 1; i <= Notices.MOST + more; i++) {
      assertThat(data(receiver.got.take()).at("id").text())
          .isEqualTo(new CallId("n", 1, i).toString());
    }
    assertThat(said.take()).contains(more + " notices were dropped");
    assertThat(said).isEmpty();
    assertThat(notices.figures().failed()).isZero();
    assertThat(notices.figures().dropped()).isEqualTo(more);
    assertThat(notices.figures().delivered()).isPositive();
  }

  @Test
  @DisplayName("What waits under other settings is not delivered: they may leave its arguments out")
  void reloaded() throws InterruptedException {
    receiver.then(Receiver.NOTHING);
    notices.changed(approval(0, "write", "{}"));
    receiver.got.take();
    notices.changed(approval(1, "write", "{\"key\":\"secret\"}"));
    settings = new NotifySettings(Objects.requireNonNull(settings).to(), false);
    notices.changed(approval(2, "write", "{\"key\":\"secret\"}"));
    time.pass(WebhookDelivery.LIMIT);
    time.pass(WebhookDelivery.PAUSES.getFirst());
    receiver.got.take();
    var next = receiver.got.take();
    assertThat(data(next).at("id").text()).isEqualTo(new CallId("n", 1, 2).toString());
    assertThat(next.body()).doesNotContain("secret");
  }

  @Test
  @DisplayName("The end waits a second at most for a server that never answers")
  void end() throws InterruptedException {
    receiver.then(Receiver.NOTHING);
    notices.changed(approval(1, "write", "{}"));
    receiver.got.take();
    var closing = Thread.ofVirtual().start(this::closeNow);
    time.pass(Notices.FAREWELL);
    closing.join();
    assertThat(time.armedTimers()).isLessThan(2);
  }

  private void closeNow() {
    try {
      notices.close();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  @DisplayName("A program gets the notice on its input, and the variables of its configuration")
  void program() throws IOException, InterruptedException {
    var file = directory.resolve("told");
    running(file, "cat > FILE.new; echo $A >> FILE.new; mv FILE.new FILE; exit 3");
    notices.changed(approval(1, "write", "{}"));
    assertThat(said.take()).contains("sh failed (exit code 3)");
    assertThat(Files.readString(file)).startsWith("{\"type\":\"approval.asked\"").endsWith("\nb\n");
  }

  @Test
  @DisplayName("A program that hangs is ended after ten seconds, with all that it has started")
  void hanging() throws IOException, InterruptedException {
    var file = directory.resolve("pids");
    running(
        file,
        "trap '' TERM; sleep 1000 & (setsid sleep 1000 & echo $! >> FILE); echo $! >> FILE;"
            + " echo $$ >> FILE; yes; wait");
    notices.changed(approval(1, "write", "{}"));
    // Ended sooner, it would not have started all that must go.
    Patience.await(() -> lines(file).size() == 3, () -> "it has started " + lines(file));
    time.pass(ProgramDelivery.LIMIT);
    assertThat(said.take()).contains("sh did not end within 10 s, and was ended");
    assertThat(Files.readAllLines(file)).hasSize(3).noneMatch(NoticesTest::isAlive);
    assertThat(spawner.children()).isEmpty();
  }

  @Test
  @DisplayName("What a program leaves behind ends with it")
  void leftBehind() throws IOException, InterruptedException {
    var file = directory.resolve("pids");
    running(file, "sleep 1000 >/dev/null 2>&1 & echo $! >> FILE; exit 1");
    notices.changed(approval(1, "write", "{}"));
    assertThat(said.take()).contains("exit code 1");
    assertThat(Files.readAllLines(file)).hasSize(1).noneMatch(NoticesTest::isAlive);
  }

  @Test
  @DisplayName("A program that cannot start is said once, until one was delivered")
  void missing() throws InterruptedException {
    running("no-such-program-of-notices");
    for (int i = 0; i < 5; i++) {
      notices.changed(approval(i, "write", "{}"));
    }
    assertThat(said.take()).contains("no-such-program-of-notices", "Calls wait all the same");
    posting(receiver.url(), Network.PUBLIC);
    notices.changed(approval(9, "write", "{}"));
    while (!data(receiver.got.take()).at("id").text().endsWith("9")) {
      // Those before it may go either way.
    }
    assertThat(said).isEmpty();
  }
}
