package dev.belay.samples.corpus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belay.core.cancel.Cause;
import dev.belay.core.cancel.StoppedException;
import dev.belay.samples.LiveCalls;
import dev.belay.samples.corpus.Format.ParsedDocument;
import dev.belay.samples.corpus.IngestDocument.Ingestion;
import dev.belay.samples.file.AllowedRoots;
import dev.belay.testkit.tool.Beat;
import dev.belay.testkit.tool.ToolOutcome;
import dev.belay.testkit.tool.ToolTester;
import dev.belay.tools.declare.Tools;
import dev.belay.tools.inject.ProtectedFiles;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

@DisplayName("S0-36: ingest_document and research")
@Tag("process")
final class CorpusTest {
  @TempDir Path temp;
  private Path root;
  private Path index;
  @AutoClose private ToolTester tester;

  @BeforeEach
  void tools() throws IOException {
    root = Files.createDirectory(temp.resolve("root"));
    index = temp.resolve("own/index");
    tester = ToolTester.of(tools(index));
  }

  private Tools tools(Path at) {
    var roots = new AllowedRoots(List.of(root), new ProtectedFiles());
    return Tools.of(new IngestDocument(roots, at), new Research(roots, at));
  }

  private void file(String path, String text) throws IOException {
    var file = root.resolve(path);
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
  }

  /** Creates documents about one number each, and about its hundreds. */
  private void corpus(int count) throws IOException {
    for (int i = 0; i < count; i++) {
      file("d" + i % 7 + "/n" + i + ".txt", "Speaks of number" + i + ".\n\nLike many others.");
    }
  }

  private static Map<String, Object> report(
      int taken, int unchanged, int removed, int leftOut, int passages, String... problems) {
    return Map.of(
        "taken", taken,
        "unchanged", unchanged,
        "removed", removed,
        "left_out", leftOut,
        "passages", passages,
        "problems", List.of(problems));
  }

  private ToolOutcome ingest(String path) {
    return tester.call("ingest_document", Map.of("path", path));
  }

  private ToolOutcome research(String question, int mostSources) {
    return tester.call("research", Map.of("question", question, "max_sources", mostSources));
  }

  private ToolOutcome research(String question) {
    return tester.call("research", Map.of("question", question));
  }

  private List<String> sources(String question) {
    return sources(research(question).succeeded().structured());
  }

  private static List<String> sources(JsonNode found) {
    return found.path("sources").findValuesAsString("path");
  }

  @Test
  @DisplayName("text, Markdown and HTML of all folders but hidden ones are taken in and found")
  void takesIn() throws IOException {
    file("a.txt", "The belayer holds the rope.");
    file("sub/b.md", "# Belaying\n\nA **belayer** looks up.");
    file("sub/c.html", "<title>C</title><p>Every belayer wears gloves.</p>");
    file("d.class", "belayer");
    file(".hidden/e.txt", "belayer");
    ingest(".").succeeded().gave(report(3, 0, 0, 0, 3));
    assertThat(sources("Who are the belayers?"))
        .containsExactlyInAnyOrder("a.txt", "sub/b.md", "sub/c.html");
  }

  @Test
  @DisplayName("the next time only what changed is read, and what is gone is forgotten")
  void again() throws IOException {
    corpus(10);
    ingest(".").gave(report(10, 0, 0, 0, 10));
    ingest(".").gave(report(0, 10, 0, 0, 0));
    file("d0/n0.txt", "Speaks of ropes now.");
    Files.delete(root.resolve("d1/n1.txt"));
    ingest(".").gave(report(1, 8, 1, 0, 1));
    assertThat(sources("number1")).isEmpty();
    assertThat(sources("ropes")).containsExactly("d0/n0.txt");
    // Documents outside the folder being ingested are not affected.
    ingest("d0").gave(report(0, 2, 0, 0, 0));
    ingest("d2/n2.txt").gave(report(0, 1, 0, 0, 0));
    assertThat(sources("number2")).containsExactly("d2/n2.txt");
  }

  @Test
  @DisplayName("what is no text is left out and told, and the rest is taken in")
  void leftOut() throws IOException {
    file("a.txt", "good");
    file("b.txt", "nul\0");
    try (var file = new java.io.RandomAccessFile(root.resolve("c.txt").toFile(), "rw")) {
      file.setLength(Ingestion.DOCUMENT_BYTES + 1L);
    }
    Files.write(root.resolve("d.txt"), "caf\u00e9 olé".getBytes(StandardCharsets.ISO_8859_1));
    var problems =
        new String[] {"b.txt is binary, not a text", "c.txt is larger than 16777216 bytes"};
    ingest(".").gave(report(2, 0, 0, 2, 2, problems));
  }

  @Test
  @DisplayName("every document is a heartbeat with its name")
  void beats() throws IOException {
    file("a.txt", "one");
    file("b.txt", "two");
    ingest(".").beat("Reading a.txt", "Reading b.txt");
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 12, 29})
  @DisplayName("a call that is cancelled ends between two documents: what was taken in counts")
  void cancelled(int at) throws IOException, InterruptedException {
    corpus(30);
    var ended = new CountDownLatch(1);
    var ingest = new IngestDocument(new AllowedRoots(List.of(root), new ProtectedFiles()), index);
    var tool =
        Tools.define("ingest")
            .description("Takes in.")
            .handle(call -> {
              try {
                return ingest.ingest(".", call);
              } finally {
                ended.countDown();
              }
            });
    var documents = new AtomicInteger();
    try (var calls = new LiveCalls(Tools.of(tool))) {
      var run =
          calls.start(
              "ingest",
              Map.of(),
              (call, _) -> {
                if (documents.getAndIncrement() == at) {
                  call.cancel(Cause.CLIENT, "the test");
                }
              });
      assertThat(run.join().outcome().word()).isEqualTo("cancelled");
      // Answered at once; the call's own thread closes the index a little later.
      ended.await();
    }
    int kept = found();
    // The current document is read to its end, unless the interrupt comes while it is read.
    assertThat(kept).isBetween(at, at + 1);
    ingest(".").gave(report(30 - kept, kept, 0, 0, 30 - kept));
    assertThat(found()).isEqualTo(30);
  }

  private int found() {
    var outcome = research("others", 50);
    return outcome.isError() ? 0 : outcome.structured().path("sources").size();
  }

  @Test
  @DisplayName("an index that was begun counts only when it is committed")
  void uncommitted() throws IOException {
    corpus(3);
    ingest(".");
    var writer = CorpusWriter.open(index);
    writer.put("/x", "1", new ParsedDocument("x", "number0"));
    writer.close();
    assertThat(sources("number0")).containsExactly("d0/n0.txt");
  }

  @Test
  @DisplayName("there is one writer at a time: of a client by its lane, of all by the index's lock")
  void oneWriter() throws IOException {
    corpus(20);
    var all = Map.of("path", ".");
    var first = tester.start("ingest_document", all);
    var second = tester.start("ingest_document", all);
    var one = first.end().succeeded().structured().path("taken").asInt();
    var other = second.end().succeeded().structured().path("taken").asInt();
    assertThat(List.of(one, other)).containsExactlyInAnyOrder(20, 0);
    try (var _ = CorpusWriter.open(index)) {
      ingest(".")
          .failed()
          .mentioned("Another call is taking in documents: try again when it has ended");
      // A reader does not block it.
      assertThat(sources("number5")).containsExactly("d5/n5.txt");
    }
  }

  @Test
  @DisplayName("research goes through its phases, and follows up what the first sources speak of")
  void researches() throws IOException {
    file("ropes.txt", "Ropes of alpinists are dynamic. Ropes need kernmantle construction.");
    file("knots.txt", "Ropes are tied by knots. The kernmantle stays dry.");
    file("sheaths.txt", "A kernmantle has a sheath. The sheath wears out first.");
    for (int i = 0; i < 20; i++) {
      file("other" + i + ".txt", "Something else altogether, about weather and tea.");
    }
    ingest(".").succeeded();
    var outcome = research("What are ropes?", 3).succeeded();
    var found = outcome.structured();
    assertThat(sources(found)).containsExactlyInAnyOrder("ropes.txt", "knots.txt", "sheaths.txt");
    assertThat(found.path("followed_up").toString()).isEqualTo("[\"kernmantle\"]");
    var followed = found.path("sources").get(2);
    assertThat(followed.path("path").asString()).isEqualTo("sheaths.txt");
    assertThat(followed.path("found_by").asString()).isEqualTo("kernmantle");
    assertThat(followed.path("excerpts").get(0).asString()).isEqualTo("A kernmantle has a sheath.");
    assertThat(found.path("passages_in_index").asInt()).isEqualTo(23);
    assertThat(outcome.heartbeats())
        .extracting(Beat::message)
        .contains(
            "Planning",
            "Reading 2 documents",
            "Reading knots.txt",
            "Following up \"kernmantle\"",
            "Writing the report");
    assertThat(outcome.heartbeats())
        .extracting(Beat::done)
        .isSorted()
        .startsWith(0.0)
        .endsWith(5.0);
  }

  @Test
  @DisplayName(
      "research ends at the heartbeat at which its call has ended, and the index is closed")
  void researchStops() throws IOException {
    corpus(5);
    ingest(".").succeeded();
    var roots = new AllowedRoots(List.of(root), new ProtectedFiles());
    assertThatThrownBy(() ->
            new Research(roots, index)
                .research(
                    "others",
                    5,
                    roots,
                    (message, _, _) -> {
                      if (message != null && message.startsWith("Reading d1")) {
                        throw new StoppedException("taken back");
                      }
                    }))
        .isInstanceOf(StoppedException.class);
    assertThat(sources("number1")).containsExactly("d1/n1.txt");
  }

  @Test
  @DisplayName("documents of a folder that is not allowed any more are neither told nor counted")
  void allowedOnce() throws IOException {
    file("sub/a.txt", "Speaks of ropes, with kernmantle.");
    for (int i = 0; i < 5; i++) {
      file("sub/tea" + i + ".txt", "Tea.");
    }
    file("subway/b.txt", "Ropes have knots and kernmantle.");
    ingest(".").succeeded();
    var narrower = new AllowedRoots(List.of(root.resolve("sub")), new ProtectedFiles());
    try (var other = ToolTester.of(new Research(narrower, index))) {
      var found = other.call("research", Map.of("question", "ropes")).succeeded().structured();
      assertThat(sources(found)).containsExactly("a.txt");
      assertThat(found.path("followed_up")).isEmpty();
      assertThat(found.path("passages_in_index").asInt()).isEqualTo(6);
      var knots = other.call("research", Map.of("question", "knots")).succeeded().structured();
      assertThat(knots.path("sources")).isEmpty();
    }
  }

  @Test
  @DisplayName("who asks before anything was taken in is told what to do, and makes nothing")
  void nothingYet() throws IOException {
    research("x")
        .failed()
        .mentioned("No documents were taken in yet: call ingest_document with a folder first");
    assertThat(index).doesNotExist();
    Files.createDirectories(index);
    research("x").failed().mentioned("No documents");
  }

  @Test
  @DisplayName("what cannot be asked or taken in is an error that says why")
  void errors() throws IOException {
    file("a.bin", "x");
    ingest("a.bin")
        .failed()
        .mentioned("a.bin is not of a kind that can be taken in: text, Markdown or HTML");
    ingest("none").failed().mentioned("none does not exist");
    ingest("..").failed().mentioned("is outside of");
    file("a.txt", "words");
    ingest(".").succeeded();
    research("x", 0).failed().mentioned("max_sources is 0: say 1 to 50");
    research("the ?!").failed().mentioned("question has no words that can be looked for");
  }

  @Test
  @DisplayName("a damaged index is told, with what helps")
  void damaged() throws IOException {
    file("a.txt", "words");
    ingest(".").succeeded();
    try (var files = Files.newDirectoryStream(index, "segments_*")) {
      for (var file : files) {
        Files.writeString(file, "no segments");
      }
    }
    var advice = "The index cannot be read: delete " + index;
    research("words").failed().mentioned(advice);
    ingest(".").failed().mentioned(advice);
  }
}
