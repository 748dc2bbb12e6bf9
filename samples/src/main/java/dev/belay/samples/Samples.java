package dev.belay.samples;

import dev.belay.samples.corpus.IngestDocument;
import dev.belay.samples.corpus.Research;
import dev.belay.samples.file.AllowedRoots;
import dev.belay.samples.file.DeleteFile;
import dev.belay.samples.file.MonitorSync;
import dev.belay.samples.file.ReadFile;
import dev.belay.samples.program.Exec;
import dev.belay.samples.search.SearchCode;
import dev.belay.samples.web.FetchUrl;
import dev.belay.samples.web.WebReach;
import dev.belay.samples.wks.WksTools;
import dev.belay.tools.declare.Tools;
import dev.belay.tools.declare.ToolsBuilder;

/** Sets of sample tools to serve, described in {@code docs/samples.md}. */
public final class Samples {
  private Samples() {}

  /**
   * Returns the tools that neither delete files nor run programs: {@code search_code}, {@code
   * read_file}, {@code fetch_url} (of public hosts), {@code monitor_sync}, {@code ingest_document},
   * {@code research}, and the async {@code wksm_monitor_sync}, {@code wksm_vault_index} and {@code
   * wksm_transform_batch}.
   */
  public static Tools basic(SampleFolders folders) {
    return basic(folders, WebReach.PUBLIC).build();
  }

  /**
   * Returns all sample tools, including {@code exec} and {@code delete_file}. {@code fetch_url}
   * reaches every host, as a program run by {@code exec} could.
   */
  public static Tools all(SampleFolders folders) {
    var roots = new AllowedRoots(folders.roots(), folders.withheld());
    return basic(folders, WebReach.ANYWHERE)
        .add(new DeleteFile(roots))
        .add(new Exec(roots))
        .build();
  }

  private static ToolsBuilder basic(SampleFolders folders, WebReach reach) {
    var roots = new AllowedRoots(folders.roots(), folders.withheld());
    var monitor = new MonitorSync(roots, folders.own().resolve("monitor.json"));
    var index = folders.own().resolve("index");
    return Tools.builder()
        .root(folders.roots().getFirst())
        .add(new SearchCode(roots))
        .add(new ReadFile(roots))
        .add(new FetchUrl(reach))
        .add(monitor)
        .add(new WksTools(roots, monitor, folders.own()))
        .add(new IngestDocument(roots, index))
        .add(new Research(roots, index));
  }
}
