package dev.belay.samples.corpus;

import dev.belay.samples.corpus.CorpusIndex.IndexUnusableException;
import dev.belay.samples.corpus.Format.ParsedDocument;
import dev.belay.samples.file.AllowedRoots;
import dev.belay.samples.file.BoundedText;
import dev.belay.samples.file.BoundedText.NoTextException;
import dev.belay.samples.file.FolderWalk;
import dev.belay.samples.file.FolderWalk.FileVisitor;
import dev.belay.samples.file.OpenFolder;
import dev.belay.samples.file.Place;
import dev.belay.samples.file.Place.UnusablePathException;
import dev.belay.samples.file.Shield;
import dev.belay.tools.annotation.Arg;
import dev.belay.tools.annotation.Tool;
import dev.belay.tools.call.Heartbeats;
import dev.belay.tools.call.ToolCall;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * The tool {@code ingest_document} (S0-36): indexes documents for {@code research}.
 *
 * <p>A stopped call ends between two documents and keeps those already indexed.
 */
public final class IngestDocument {
  private final AllowedRoots roots;
  private final Path index;

  /**
   * Indexes documents below these roots.
   *
   * @param index the folder of the index, created if absent
   */
  public IngestDocument(AllowedRoots roots, Path index) {
    this.roots = roots;
    this.index = index;
  }

  /**
   * Indexes a document, or all documents of a folder.
   *
   * @throws IndexUnusableException if the index is damaged, or another call writes it
   * @throws IOException if the path is not usable, or the index cannot be written
   */
  @Tool(
      name = "ingest_document",
      title = "Take in documents",
      description =
          "Index a text, Markdown or HTML document, or all those of a folder, for research."
              + " What has not changed is not read again.",
      category = "knowledge",
      idempotent = true,
      timeout = 3600,
      idleTimeout = 120,
      concurrency = "index")
  public IngestReport ingest(
      @Arg(description = "Path of the document or folder: absolute, or relative to the workspace")
          String path,
      ToolCall call)
      throws IOException {
    var place = roots.narrowedTo(call).find(path);
    var shield = new Shield(call);
    var writer = open(shield);
    try {
      var known = writer.stamps(place.path().toString());
      var ingestion = new Ingestion(writer, known, shield, call);
      visit(place, ingestion);
      return ingestion.finish();
    } finally {
      close(writer, shield);
    }
  }

  private CorpusWriter open(Shield shield) throws IOException {
    var opened = new AtomicReference<@Nullable CorpusWriter>();
    shield.write(() -> opened.set(CorpusWriter.open(index)));
    var writer = opened.get();
    if (writer == null) {
      throw new IndexUnusableException("The index could not be opened");
    }
    return writer;
  }

  /** Commits what was indexed, however the call ends. */
  private static void close(CorpusWriter writer, Shield shield) throws IOException {
    shield.write(() -> {
      try (writer) {
        writer.commit();
      }
    });
  }

  private static void visit(Place place, Ingestion ingestion) throws IOException {
    if (!place.isRoot()) {
      try (var folder = OpenFolder.above(place)) {
        var attributes = folder.attributes(place.name());
        if (!attributes.isDirectory()) {
          one(folder, new OpenFolder.Entry(place.name(), attributes), ingestion);
          return;
        }
      }
    }
    var walk = new FolderWalk(ingestion, true);
    walk.walk(place);
    ingestion.unopened(walk.leftOut(), walk.leftOutCount());
  }

  private static void one(OpenFolder folder, OpenFolder.Entry file, Ingestion ingestion)
      throws IOException {
    if (Format.of(file.name().toString()).isEmpty()) {
      throw new IllegalArgumentException(
          file.name() + " is not of a kind that can be taken in: text, Markdown or HTML");
    }
    ingestion.file(folder, file);
  }

  /**
   * Result of {@code ingest_document}.
   *
   * @param taken number of new or changed documents indexed
   * @param unchanged number of documents already in the index
   * @param removed number of indexed documents no longer in the folder
   * @param leftOut number of documents that could not be read
   * @param passages number of passages indexed
   * @param problems reasons for documents left out; the first ten
   */
  public record IngestReport(
      @Arg(description = "New or changed documents that were indexed") int taken,
      @Arg(description = "Documents that the index had already") int unchanged,
      @Arg(description = "Documents of the index that are gone from the folder") int removed,
      @Arg(description = "Documents that could not be read") int leftOut,
      @Arg(description = "How many pieces of text were indexed") int passages,
      @Arg(description = "Why documents were left out: the first ten") List<String> problems) {
    /** Copies the list. */
    public IngestReport {
      problems = List.copyOf(problems);
    }
  }

  /** One run through a folder. Not thread-safe. */
  static final class Ingestion implements FileVisitor {
    /** Ten times the size of a book. */
    static final int DOCUMENT_BYTES = 16 * 1024 * 1024;

    /** Documents per commit: the most that a killed process loses. */
    private static final int COMMIT_EACH = 200;

    private static final int TOLD = 10;

    private final CorpusWriter writer;
    private final Shield shield;
    private final Heartbeats call;

    /** Stamps of indexed documents not yet met in the folder. */
    private final Map<String, String> unmet;

    private final List<String> problems = new ArrayList<>();
    private int taken;
    private int unchanged;
    private int leftOut;
    private int passages;

    Ingestion(CorpusWriter writer, Map<String, String> known, Shield shield, Heartbeats call) {
      this.writer = writer;
      this.shield = shield;
      this.call = call;
      unmet = known;
    }

    @Override
    public boolean wants(Place folder) {
      return !folder.inside().getFileName().toString().startsWith(".");
    }

    @Override
    public void enter(OpenFolder folder) {
      call.heartbeat();
    }

    @Override
    public void file(OpenFolder folder, OpenFolder.Entry file) throws IOException {
      var name = file.name().toString();
      var format = Format.of(name);
      if (format.isEmpty()) {
        return;
      }
      var place = folder.place().entry(file.name());
      var path = place.path().toString();
      call.heartbeat("Reading " + place.shown(), (double) (taken + unchanged + leftOut), null);
      var stamp = file.stamp();
      if (stamp.equals(unmet.get(path))) {
        unmet.remove(path);
        unchanged++;
        return;
      }
      ParsedDocument document;
      try {
        document = format.get().parse(name, text(folder, file, place));
      } catch (UnusablePathException | NoTextException e) {
        leaveOut(Objects.requireNonNull(e.getMessage()));
        return;
      }
      shield.write(() -> passages += writer.put(path, stamp, document));
      unmet.remove(path);
      taken++;
      if (taken % COMMIT_EACH == 0) {
        shield.write(writer::commit);
      }
    }

    private static String text(OpenFolder folder, OpenFolder.Entry file, Place place)
        throws IOException {
      if (file.attributes().size() > DOCUMENT_BYTES) {
        throw new NoTextException(place.shown() + " is larger than " + DOCUMENT_BYTES + " bytes");
      }
      try (var content = folder.read(file.name())) {
        var bytes = content.readNBytes(DOCUMENT_BYTES);
        if (BoundedText.isBinary(bytes, bytes.length)) {
          throw new NoTextException(place.shown() + " is binary, not a text");
        }
        return new String(bytes, StandardCharsets.UTF_8);
      }
    }

    /** Adds folders that could not be opened; {@code reasons} may be fewer than {@code count}. */
    void unopened(List<String> reasons, int count) {
      reasons.forEach(this::leaveOut);
      leftOut += count - reasons.size();
    }

    private void leaveOut(String why) {
      leftOut++;
      if (problems.size() < TOLD) {
        problems.add(why);
      }
    }

    /** Removes missing documents if the whole folder could be read; returns the result. */
    IngestReport finish() throws IOException {
      // After a failure to read, a missing document may still exist.
      int removed = leftOut == 0 ? unmet.size() : 0;
      if (removed > 0) {
        shield.write(() -> writer.forget(unmet.keySet()));
      }
      return new IngestReport(taken, unchanged, removed, leftOut, passages, problems);
    }
  }
}
