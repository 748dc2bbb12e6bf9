package dev.belay.samples.wks;

import dev.belay.core.time.Time;
import dev.belay.samples.file.FileCount;
import dev.belay.samples.file.FolderWalk;
import dev.belay.samples.file.FolderWalk.FileVisitor;
import dev.belay.samples.file.OpenFolder;
import dev.belay.samples.file.OwnFile;
import dev.belay.samples.file.Place;
import dev.belay.samples.file.Place.UnusablePathException;
import dev.belay.samples.file.Shield;
import dev.belay.tools.call.ToolCall;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import tools.jackson.databind.json.JsonMapper;

/** Indexes a folder of Markdown notes: which links each has, and which of them lead nowhere. */
final class VaultIndex {
  private static final int MOST_NOTES = 20_000;
  private static final int MOST_LINKS = 200_000;
  private static final int NOTE_BYTES = 1024 * 1024;
  private static final int TOLD = 10;

  /** Notes per heartbeat. */
  private static final int BATCH = 50;

  /** The target of a link to another note, without its heading and its other text. */
  private static final Pattern LINK = Pattern.compile("\\[\\[([^\\[\\]|#\\n]{1,200})");

  private final Path file;

  /** Writes the index to that file. */
  VaultIndex(Path file) {
    this.file = file;
  }

  static boolean isNote(String name) {
    return name.toLowerCase(Locale.ROOT).endsWith(".md");
  }

  Map<String, Object> index(Place vault, ToolCall call, Time time, List<String> warnings)
      throws IOException {
    long start = time.nanos();
    int total = FileCount.of(vault, true, VaultIndex::isNote, MOST_NOTES);
    if (total < 0) {
      throw new IOException("the vault has more than " + MOST_NOTES + " notes");
    }
    var notes = new Notes(call, total, warnings);
    var walk = new FolderWalk(notes, true);
    walk.walk(vault);
    warnings.addAll(walk.leftOut());
    new Shield(call)
        .write(() -> OwnFile.replace(file, JsonMapper.shared().writeValueAsBytes(notes.links)));
    double seconds = Duration.ofNanos(time.nanos() - start).toMillis() / 1000.0;
    return Map.of(
        "notes_indexed",
        notes.links.size(),
        "notes_skipped",
        notes.skipped,
        "links",
        notes.count,
        "broken_links",
        notes.broken(),
        "duration_seconds",
        seconds);
  }

  /** The notes met by one walk. Not thread-safe. */
  private static final class Notes implements FileVisitor {
    private final ToolCall call;
    private final int total;
    private final List<String> warnings;

    /** The names of the notes that each note links to, by its path. */
    private final Map<String, Set<String>> links = new TreeMap<>();

    private final Set<String> names = new HashSet<>();
    private int met;
    private int skipped;
    private int count;

    Notes(ToolCall call, int total, List<String> warnings) {
      this.call = call;
      this.total = total;
      this.warnings = warnings;
    }

    @Override
    public void enter(OpenFolder folder) {
      call.heartbeat();
    }

    @Override
    public void file(OpenFolder folder, OpenFolder.Entry file) throws IOException {
      var name = file.name().toString();
      if (!isNote(name)) {
        return;
      }
      if (++met > MOST_NOTES) {
        throw new IOException("the vault has more than " + MOST_NOTES + " notes");
      }
      var shown = folder.place().entry(file.name()).shown();
      try (var content = folder.read(file.name())) {
        var text = new String(content.readNBytes(NOTE_BYTES), StandardCharsets.UTF_8);
        links.put(shown, targets(text));
        names.add(key(name.substring(0, name.length() - 3)));
      } catch (UnusablePathException e) {
        skipped++;
        if (warnings.size() < TOLD) {
          warnings.add(String.valueOf(e.getMessage()));
        }
      }
      if (met % BATCH == 0 || met == total) {
        call.heartbeat(
            "Indexing %d of %d notes...".formatted(met, total), (double) met, (double) total);
      }
    }

    private Set<String> targets(String text) throws IOException {
      var targets = new TreeSet<String>();
      var found = LINK.matcher(text);
      while (found.find()) {
        targets.add(found.group(1).strip());
      }
      count += targets.size();
      if (count > MOST_LINKS) {
        throw new IOException("the vault has more than " + MOST_LINKS + " links");
      }
      return targets;
    }

    /** A link names a note by its file, with or without the folders above it. */
    private static String key(String target) {
      return target.substring(target.lastIndexOf('/') + 1).toLowerCase(Locale.ROOT);
    }

    long broken() {
      return links.values().stream()
          .flatMap(Set::stream)
          .filter(target -> !names.contains(key(target)))
          .count();
    }
  }
}
