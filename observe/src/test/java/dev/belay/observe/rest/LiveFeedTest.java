package dev.belay.observe.rest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.core.journal.CallEvent;
import dev.belay.core.journal.Journal;
import dev.belay.core.journal.Subject;
import dev.belay.core.time.HandTime;
import dev.belay.http.route.Access;
import dev.belay.testkit.json.Json;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("GET /api/live: rows of what is going on, and their changes")
class LiveFeedTest {
  private static final Sight ADMIN = new Sight(Access.Known.OWNER);
  private static final Sight ANN = new Sight(new Access.Known("ann", Set.of()));

  private final HandTime time = new HandTime();
  private final Journal journal = new Journal(time, 4_096);

  /** Texts of rows by key; those of ann begin with her name. */
  private final Map<String, String> texts = new ConcurrentSkipListMap<>();

  private final AtomicInteger looks = new AtomicInteger();
  private final LiveFeed feed = feed(new LiveTopic("calls", this::rows));

  private LiveFeed feed(LiveTopic... topics) {
    return new LiveFeed(
        List.of(topics), journal, new EventIds("run"), "1.2.3", new FeedClock(time), time);
  }

  private List<LiveRow> rows() {
    looks.incrementAndGet();
    var rows = new ArrayList<LiveRow>();
    texts.forEach((key, text) ->
        rows.add(
            new LiveRow(
                    key, key.startsWith("ann") ? "ann" : key.startsWith("nobody") ? null : "bob")
                .text("text", text)
                .number("size", text.length())));
    return rows;
  }

  @AfterEach
  void close() {
    feed.close();
  }

  private EventReader join(MemoryStream stream, Sight sight, @Nullable String lastSeen)
      throws InterruptedException {
    return Objects.requireNonNull(feed.join(sight, lastSeen, () -> stream));
  }

  private MemoryStream read(Sight sight) throws InterruptedException {
    var stream = new MemoryStream(time);
    join(stream, sight, null);
    return stream;
  }

  /** The rows as a page has them that has read all of the stream. */
  private static Map<String, Map<String, String>> page(String events) {
    var page = new TreeMap<String, Map<String, String>>();
    for (var data : data(events)) {
      members(data.at("set", "calls"))
          .forEach((key, row) -> {
            var known = page.computeIfAbsent(key, _ -> new LinkedHashMap<>());
            members(row).forEach((name, value) -> known.put(name, value.raw()));
          });
      for (var key : data.at("gone", "calls").items()) {
        page.remove(key.text());
      }
    }
    return page;
  }

  private static Map<String, Json> members(Json json) {
    return json instanceof Json.Members(var _, var members) ? members : Map.of();
  }

  private static List<Json> data(String events) {
    return events
        .lines()
        .filter(line -> line.startsWith("data: "))
        .map(line -> Json.parse(line.substring("data: ".length())))
        .toList();
  }

  @Test
  @DisplayName("It begins with all rows, then tells of the members that differ, and of rows gone")
  void changes() throws InterruptedException {
    texts.put("bob1", "one");
    texts.put("bob2", "two");
    var stream = read(ADMIN);
    assertThat(stream.text()).startsWith("event: snapshot");
    assertThat(page(stream.text()).keySet()).containsExactly("bob1", "bob2");
    int before = stream.text().length();
    texts.put("bob1", "eno");
    texts.remove("bob2");
    stream.await("\"gone\"");
    stream.await("eno");
    var news = stream.text().substring(before);
    assertThat(news).contains("{\"bob1\":{\"text\":\"eno\"}}").doesNotContain("size");
    assertThat(page(stream.text()).get("bob1")).containsEntry("size", "3");
    assertThat(page(stream.text())).doesNotContainKey("bob2");
  }

  @Test
  @DisplayName("A principal reads its own rows, an admin all, and those of nobody")
  void own() throws InterruptedException {
    texts.put("ann1", "hers");
    texts.put("bob1", "his");
    texts.put("nobody1", "a server's");
    var hers = read(ANN);
    var all = read(ADMIN);
    assertThat(page(hers.text()).keySet()).containsExactly("ann1");
    assertThat(page(all.text()).keySet()).containsExactly("ann1", "bob1", "nobody1");
    publish("bob", new CallEvent.Settled("failed", "", "", Duration.ZERO, Duration.ZERO));
    texts.put("bob1", "secret");
    texts.put("nobody1", "secret");
    texts.put("ann2", "new");
    all.await("secret");
    all.await("\"ended\"");
    hers.await("ann2");
    assertThat(hers.text()).doesNotContain("secret").doesNotContain("ended").doesNotContain("bob");
  }

  @Test
  @DisplayName("Who comes back with its last id gets what it missed; with another id, all rows")
  void resume() throws InterruptedException {
    texts.put("bob1", "one");
    var first = read(ADMIN);
    texts.put("bob2", "two");
    first.await("bob2");
    var id = lastId(first);
    texts.put("bob1", "changed");
    first.await("changed");
    var again = new MemoryStream(time);
    join(again, ADMIN, id);
    assertThat(again.text()).doesNotContain("snapshot").contains("changed").doesNotContain("bob2");
    for (var strange : List.of("run-999999", "run--7", "other-1", "nonsense")) {
      var other = new MemoryStream(time);
      join(other, ADMIN, strange);
      assertThat(other.text()).as(strange).startsWith("event: snapshot").contains("bob2");
    }
  }

  private static String lastId(MemoryStream stream) {
    return stream
        .text()
        .lines()
        .filter(line -> line.startsWith("id: "))
        .reduce((_, last) -> last)
        .orElseThrow()
        .substring("id: ".length());
  }

  private void publish(String principal, CallEvent event) {
    journal.publish(
        new Subject("c-" + principal, "t", null, principal, null, null, null, "cursor"), event);
  }

  @Test
  @DisplayName("It tells how calls ended and how far stops went, and counts the ends of a flood")
  void ends() throws InterruptedException {
    var stream = read(ADMIN);
    publish(
        "bob",
        new CallEvent.Settled("timed out", "idle", "", Duration.ZERO, Duration.ofSeconds(2)));
    publish("bob", new CallEvent.Stopped("killed"));
    stream.await("killed");
    var data = data(stream.text());
    var ended =
        data.stream().flatMap(one -> one.at("ended").items().stream()).findFirst().orElseThrow();
    assertThat(ended.at("outcome").text()).isEqualTo("timed out");
    assertThat(ended.at("ran_s").raw()).isEqualTo("2");
    assertThat(ended.at("client").text()).isEqualTo("cursor");
    assertThat(stream.text()).contains("\"stops\":{\"c-bob\":\"killed\"}");
    for (int i = 0; i < 3_000; i++) {
      publish("bob", new CallEvent.Settled("completed", "", "", Duration.ZERO, Duration.ZERO));
    }
    publish("bob", new CallEvent.Stopped("interrupted"));
    stream.await("interrupted");
    var all = data(stream.text());
    int told = all.stream().mapToInt(one -> one.at("ended").items().size()).sum();
    long more =
        all.stream()
            .filter(one -> one.at("ended_more").present())
            .mapToLong(one -> Long.parseLong(one.at("ended_more").raw()))
            .sum();
    assertThat(told + more).isEqualTo(3_001);
    assertThat(all).allMatch(one -> one.at("ended").items().size() <= 250);
  }

  @Test
  @DisplayName("However often a row changes, it is sent four times a second at most")
  void coalesced() throws InterruptedException {
    var text = new AtomicInteger();
    var topic =
        new LiveTopic(
            "calls", () -> List.of(new LiveRow("bob1", "bob").number("text", text.get())));
    try (var slow = feed(topic)) {
      var stream = new MemoryStream(time);
      assertThat(slow.join(ADMIN, null, () -> stream)).isNotNull();
      int steps = 200;
      for (int step = 0; step < steps; step++) {
        text.addAndGet(10);
        time.pass(LiveFeed.PAUSE.dividedBy(10));
      }
      long sent = data(stream.text()).stream().filter(one -> one.at("set").present()).count();
      assertThat(sent).isBetween(steps / 10 - 1L, steps / 10 + 2L);
    }
  }

  @Test
  @DisplayName("A topic that changes at every look keeps no other one, and none of its rows, back")
  void fair() throws InterruptedException {
    var number = new AtomicInteger();
    Supplier<List<LiveRow>> many =
        () -> {
          int now = number.incrementAndGet();
          var all = new ArrayList<LiveRow>();
          for (int i = 0; i < 2_500; i++) {
            all.add(new LiveRow("c" + i, "bob").number("text", now));
          }
          return all;
        };
    var other = new AtomicInteger();
    Supplier<List<LiveRow>> one =
        () -> List.of(new LiveRow("only", "bob").number("text", other.get()));
    try (var busy = feed(new LiveTopic("calls", many), new LiveTopic("approvals", one))) {
      var stream = new MemoryStream(time);
      assertThat(busy.join(ADMIN, null, () -> stream)).isNotNull();
      assertThat(page(stream.text())).as("a snapshot has all").hasSize(2_500);
      other.set(7);
      stream.await("{\"only\":{\"text\":7}}");
      stream.await(text -> page(text).values().stream().noneMatch(row -> row.containsValue("1")));
    }
  }

  @Test
  @DisplayName("Ten thousand rows come in pieces, and none is lost, whoever comes when")
  void many() throws InterruptedException {
    for (int i = 0; i < 10_000; i++) {
      texts.put("bob" + i, "row " + i);
    }
    var first = read(ADMIN);
    var second = read(ADMIN);
    for (int i = 0; i < 10_000; i++) {
      texts.put("bob" + i, "new " + i);
    }
    texts.put("bob-last", "last");
    for (var stream : List.of(first, second)) {
      stream.await(text -> text.split("\"new ", -1).length > 10_000);
      assertThat(page(stream.text())).hasSize(10_001);
      assertThat(stream.longest()).isLessThan(200 << 10);
    }
  }

  @Test
  @DisplayName("Without readers nobody looks, and a reader that left is forgotten")
  void rests() throws InterruptedException {
    var asked = new AtomicInteger();
    var topic =
        new LiveTopic(
            "calls",
            () -> {
              asked.incrementAndGet();
              return List.of();
            });
    try (var resting = feed(topic)) {
      assertThat(asked.get()).isZero();
      var first = new MemoryStream(time);
      var reader = Objects.requireNonNull(resting.join(ADMIN, null, () -> first));
      assertThat(asked.get()).isPositive();
      reader.left();
      while (!resting.isResting()) {
        time.advance(LiveFeed.PAUSE);
      }
      int then = asked.get();
      time.advance(Duration.ofHours(1));
      assertThat(asked.get()).isEqualTo(then);
      var next = new MemoryStream(time);
      // Rows may have gone meanwhile, of which no change tells.
      assertThat(resting.join(ADMIN, lastId(first), () -> next)).isNotNull();
      assertThat(next.text()).startsWith("event: snapshot");
      assertThat(asked.get()).isGreaterThan(then);
    }
  }

  @Test
  @DisplayName("There is a most of readers, in all and for one principal; the end ends them all")
  void bounds() throws InterruptedException {
    for (int i = 0; i < FeedReaders.SHARE; i++) {
      read(ANN);
    }
    assertThat(feed.join(ANN, null, () -> new MemoryStream(time))).isNull();
    var streams = new ArrayList<MemoryStream>();
    for (int i = FeedReaders.SHARE; i < FeedReaders.MOST; i++) {
      streams.add(read(ADMIN));
    }
    assertThat(feed.join(ADMIN, null, () -> new MemoryStream(time))).isNull();
    feed.close();
    assertThat(streams).allMatch(stream -> stream.isEnded);
    assertThat(feed.join(ADMIN, null, () -> new MemoryStream(time))).isNull();
  }
}
