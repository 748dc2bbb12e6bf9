package dev.belay.samples.file;

import dev.belay.samples.file.FolderWalk.FileVisitor;
import java.io.IOException;
import java.util.function.Predicate;

/** Counts files, up to a bound: for estimates and for progress. */
public final class FileCount implements FileVisitor {
  private final Predicate<String> wanted;
  private final int most;
  private int count;

  private FileCount(Predicate<String> wanted, int most) {
    this.wanted = wanted;
    this.most = most;
  }

  /**
   * {@return how many files of wanted names a folder has; negative for more than {@code most}}
   *
   * @param recursive whether those of subfolders count
   * @throws IOException if the folder is not usable
   */
  public static int of(Place folder, boolean recursive, Predicate<String> wanted, int most)
      throws IOException {
    var counting = new FileCount(wanted, most);
    try {
      new FolderWalk(counting, recursive).walk(folder);
      return counting.count;
    } catch (TooManyFilesException _) {
      return -1;
    }
  }

  @Override
  public void file(OpenFolder folder, OpenFolder.Entry file) throws IOException {
    if (wanted.test(file.name().toString()) && ++count > most) {
      throw new TooManyFilesException();
    }
  }

  @Override
  public void enter(OpenFolder folder) throws IOException {
    if (Thread.currentThread().isInterrupted()) {
      throw new IOException("the count was stopped");
    }
  }

  /** Ends a walk whose files are too many to be counted. */
  private static final class TooManyFilesException extends IOException {
    private static final long serialVersionUID = 1L;
  }
}
