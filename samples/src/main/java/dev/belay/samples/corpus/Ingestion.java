package dev.belay.samples.corpus;

import dev.belay.samples.folder.FileVisitor;
import dev.belay.samples.folder.OpenFolder;
import dev.belay.samples.folder.Place;
import dev.belay.samples.folder.UnusablePathException;
import dev.belay.samples.keep.Shield;
import dev.belay.samples.keep.Stamp;
import dev.belay.samples.text.BoundedText;
import dev.belay.samples.text.NoTextException;
import dev.belay.tools.call.Heartbeats;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** One taking in of documents, on its way through a folder. For use by one thread. */
final class Ingestion implements FileVisitor {
  /** A book has a tenth of that. */
  static final int DOCUMENT_BYTES = 16 * 1024 * 1024;

  /** So many documents at most are lost where the process is killed. */
  private static final int COMMIT_EACH = 200;

  private static final int TOLD = 10;

  private final CorpusWriter writer;
  private final Shield shield;
  private final Heartbeats call;

  /** What the index has of the folder and was not met yet. */
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
    var stamp = Stamp.of(file.attributes());
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
    shield.write(() -> passages += writer.put(path, place.shown(), stamp, document));
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

  /** Takes notes of folders that could not be opened, with as many reasons as are known. */
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

  /** Forgets what is gone, where the whole folder was seen, and says what came of it all. */
  IngestReport finish() throws IOException {
    // What could not be read now may be there all the same.
    int removed = leftOut == 0 ? unmet.size() : 0;
    if (removed > 0) {
      shield.write(() -> writer.forget(unmet.keySet()));
    }
    return new IngestReport(taken, unchanged, removed, leftOut, passages, problems);
  }
}
