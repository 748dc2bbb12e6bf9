package dev.belay.samples.corpus;

import dev.belay.samples.folder.AllowedRoots;
import dev.belay.samples.folder.FolderWalk;
import dev.belay.samples.folder.OpenFolder;
import dev.belay.samples.folder.Place;
import dev.belay.samples.keep.Shield;
import dev.belay.tools.annotation.Arg;
import dev.belay.tools.annotation.Tool;
import dev.belay.tools.call.ToolCall;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * The tool {@code ingest_document} (S0-36): takes documents into the index that {@code research}
 * asks.
 *
 * <p>A call that is stopped ends between two documents, and what it has taken in counts.
 */
public final class IngestDocument {
  private final AllowedRoots roots;
  private final Path index;

  /**
   * Takes in documents of these roots.
   *
   * @param index the folder of the index, which is made if it is not there
   */
  public IngestDocument(AllowedRoots roots, Path index) {
    this.roots = roots;
    this.index = index;
  }

  /**
   * Takes in a document, or all of a folder.
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
      async = true,
      timeout = 3600,
      idleTimeout = 120,
      concurrency = "index")
  public IngestReport ingest(
      @Arg(
              description =
                  "Path of the document or folder: absolute, or below the first allowed folder")
          String path,
      ToolCall call)
      throws IOException {
    var place = roots.find(path);
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

  /** Keeps what was taken in, however the call ended. */
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
}
