package dev.belay.samples.search;

import dev.belay.core.text.StoppableText;
import dev.belay.samples.folder.FileVisitor;
import dev.belay.samples.folder.OpenFolder;
import dev.belay.samples.folder.Place;
import dev.belay.samples.folder.UnusablePathException;
import dev.belay.samples.text.BoundedText;
import dev.belay.tools.call.Heartbeats;
import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStreamReader;

/** One search on its way through a tree. For use by one thread. */
final class CodeSearch implements FileVisitor {
  /** Nobody writes such a file of code by hand. */
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

  /** One line at a time: a file of short ones takes many times its size as strings. */
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
}
