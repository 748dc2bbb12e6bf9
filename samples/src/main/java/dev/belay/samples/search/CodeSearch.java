package dev.belay.samples.search;

import dev.belay.core.text.StoppableText;
import dev.belay.samples.file.BoundedText;
import dev.belay.samples.file.FolderWalk.FileVisitor;
import dev.belay.samples.file.OpenFolder;
import dev.belay.samples.file.Place;
import dev.belay.samples.file.Place.UnusablePathException;
import dev.belay.samples.search.SearchCode.Wanted;
import dev.belay.tools.call.Heartbeats;
import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStreamReader;

/** One run of {@code search_code} through a tree. Not thread-safe. */
final class CodeSearch implements FileVisitor {
  /** Larger files are assumed to be generated. */
  static final int FILE_BYTES = 8 * 1024 * 1024;

  private static final int FILES_PER_WORD = 100;

  private final Wanted wanted;
  private final Heartbeats call;
  private final Found found;
  private final Ignored ignored = new Ignored();
  private int unreadable;

  CodeSearch(Wanted wanted, Heartbeats call) {
    this.wanted = wanted;
    this.call = call;
    found = new Found(wanted.most());
  }

  Found found() {
    return found;
  }

  int unreadable() {
    return unreadable;
  }

  @Override
  public void enter(OpenFolder folder) throws IOException {
    call.heartbeat();
    ignored.enter(folder);
  }

  @Override
  public boolean wants(Place folder) {
    return !found.isFull()
        && !ignored.has(folder.path(), true)
        && !wanted.excludes(folder.inside());
  }

  @Override
  public void leave(OpenFolder folder) {
    ignored.leave();
  }

  @Override
  public void file(OpenFolder folder, OpenFolder.Entry file) throws IOException {
    call.heartbeat();
    var place = folder.place().entry(file.name());
    if (found.isFull()
        || !wanted.files().matches(place.inside())
        || wanted.excludes(place.inside())
        || ignored.has(place.path(), false)) {
      return;
    }
    if (file.attributes().size() > FILE_BYTES) {
      found.large();
      return;
    }
    byte[] bytes;
    try (var content = folder.read(file.name())) {
      bytes = content.readNBytes(FILE_BYTES);
    } catch (UnusablePathException _) {
      unreadable++;
      return;
    }
    if (BoundedText.isBinary(bytes, bytes.length)) {
      found.binary();
      return;
    }
    found.searched(lines(place, bytes));
    if (found.files() % FILES_PER_WORD == 0) {
      call.heartbeat(
          "%d matches in %d files".formatted(found.matches(), found.files()),
          (double) found.files(),
          null);
    }
  }

  /** Reads one line at a time: all short lines as strings would take many times the file's size. */
  private boolean lines(Place file, byte[] bytes) throws IOException {
    int before = found.matches();
    int number = 0;
    var text =
        new BufferedReader(
            new InputStreamReader(new ByteArrayInputStream(bytes), wanted.charset()));
    for (var line = text.readLine(); line != null && !found.isFull(); line = text.readLine()) {
      number++;
      if (wanted.pattern().matcher(new StoppableText(line)).find()) {
        found.line(file.shown(), number, line);
      }
    }
    return found.matches() > before;
  }

  /** Matches so far, as text of bounded length. Not thread-safe. */
  static final class Found {
    /** Longer lines are generated code and cut. */
    private static final int LINE_CHARS = 300;

    private static final int TEXT_CHARS = 256 * 1024;

    private final StringBuilder text = new StringBuilder();
    private final int most;
    private int matches;
    private int filesWithMatches;
    private int files;
    private int binary;
    private int large;

    Found(int most) {
      this.most = most;
    }

    boolean isFull() {
      return matches >= most || text.length() >= TEXT_CHARS;
    }

    int matches() {
      return matches;
    }

    int files() {
      return files;
    }

    void line(String file, int number, String line) {
      var shown = line.strip();
      text.append(file).append(':').append(number).append(": ");
      if (shown.length() > LINE_CHARS) {
        text.append(shown, 0, LINE_CHARS).append(" […]");
      } else {
        text.append(shown);
      }
      text.append('\n');
      matches++;
    }

    void searched(boolean hasMatches) {
      files++;
      if (hasMatches) {
        filesWithMatches++;
      }
    }

    void binary() {
      binary++;
    }

    void large() {
      large++;
    }

    /** {@return all matches, and a summary of files left out} */
    String text(String filePattern, int unreadable) {
      text.append(
          matches == 0
              ? "No matches in %d files of %s.".formatted(files, filePattern)
              : "%d matches in %d of %d files.".formatted(matches, filesWithMatches, files));
      if (isFull()) {
        text.append(
            matches >= most
                ? " Stopped at max_results=" + most + ": there may be more."
                : " Stopped at " + TEXT_CHARS + " characters: there may be more.");
      }
      leftOut(binary, "binary");
      leftOut(large, "too large");
      leftOut(unreadable, "not readable");
      return text.toString();
    }

    private void leftOut(int count, String why) {
      if (count > 0) {
        text.append(" Left out, ").append(why).append(": ").append(count).append('.');
      }
    }
  }
}
