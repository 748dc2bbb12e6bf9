package dev.belay.samples;

import dev.belay.samples.corpus.IngestDocument;
import dev.belay.samples.corpus.Research;
import dev.belay.samples.file.DeleteFile;
import dev.belay.samples.file.MonitorSync;
import dev.belay.samples.file.ReadFile;
import dev.belay.samples.folder.AllowedRoots;
import dev.belay.samples.program.Exec;
import dev.belay.samples.search.SearchCode;
import dev.belay.samples.web.FetchUrl;
import dev.belay.samples.web.Reach;
import dev.belay.tools.declare.Tools;
import dev.belay.tools.declare.ToolsBuilder;

/** The sample tools, as sets to be served: {@code docs/samples.md} says what each does. */
public final class Samples {
  private Samples() {}

  /**
   * Returns those that destroy nothing and run nothing: {@code search_code}, {@code read_file},
   * {@code fetch_url} (of public hosts), {@code monitor_sync}, {@code ingest_document} and {@code
   * research}.
   */
  public static Tools basic(SampleFolders folders) {
    return basic(folders, Reach.PUBLIC).build();
  }

  /**
   * Returns all of them: {@code exec} and {@code delete_file} too. {@code fetch_url} then reaches
   * every host, as a program that is run could.
   */
  public static Tools all(SampleFolders folders) {
    var roots = new AllowedRoots(folders.roots(), folders.withheld());
    return basic(folders, Reach.ANYWHERE).add(new DeleteFile(roots)).add(new Exec(roots)).build();
  }

  private static ToolsBuilder basic(SampleFolders folders, Reach reach) {
    var roots = new AllowedRoots(folders.roots(), folders.withheld());
    var index = folders.own().resolve("index");
    return Tools.builder()
        .root(folders.roots().getFirst())
        .add(new SearchCode(roots))
        .add(new ReadFile(roots))
        .add(new FetchUrl(reach))
        .add(new MonitorSync(roots, folders.own().resolve("monitor.json")))
        .add(new IngestDocument(roots, index))
        .add(new Research(roots, index));
  }
}
