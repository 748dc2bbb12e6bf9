package dev.belay.samples.wks;

import dev.belay.core.time.Time;
import dev.belay.samples.file.AllowedRoots;
import dev.belay.samples.file.FileCount;
import dev.belay.samples.file.MonitorSync;
import dev.belay.tools.annotation.Arg;
import dev.belay.tools.annotation.Tool;
import dev.belay.tools.call.ToolCall;
import dev.belay.tools.declare.RuntimeEstimate;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * The async tools of S2: {@code wksm_monitor_sync} (S2-18, S2-31), {@code wksm_vault_index} and
 * {@code wksm_transform_batch} (S2-32). Each is expected to take a second for 100 files (S2-19).
 */
public final class WksTools implements RuntimeEstimate {
  /** Beyond this, counting takes longer than a caller should wait for an estimate. */
  private static final int MOST_COUNTED = 50_000;

  private final AllowedRoots roots;
  private final MonitorSync monitor;
  private final VaultIndex vault;
  private final TransformBatch transform;

  /**
   * Works in these roots.
   *
   * @param monitor syncs folders
   * @param own folder for the index and for transformed files
   */
  public WksTools(AllowedRoots roots, MonitorSync monitor, Path own) {
    this.roots = roots;
    this.monitor = monitor;
    vault = new VaultIndex(own.resolve("vault.json"));
    transform = new TransformBatch(own.resolve("transformed"));
  }

  @Override
  public @Nullable Duration of(String tool, ObjectNode arguments) throws IOException {
    int files =
        switch (tool) {
          case "wksm_transform_batch" -> arguments.path("paths").size();
          case "wksm_vault_index" ->
              FileCount.of(
                  roots.find(arguments.path("path").asString()),
                  true,
                  VaultIndex::isNote,
                  MOST_COUNTED);
          default ->
              FileCount.of(
                  roots.find(arguments.path("path").asString()),
                  arguments.path("recursive").asBoolean(false),
                  _ -> true,
                  MOST_COUNTED);
        };
    return files < 0 ? null : MonitorSync.duration(files);
  }

  /** Syncs a folder, as {@code monitor_sync} does. */
  @Tool(
      name = "wksm_monitor_sync",
      title = "Sync files in the background",
      description = "Sync files to monitor database",
      category = "wks",
      idempotent = true,
      timeout = 0,
      idleTimeout = 60,
      concurrency = "monitor",
      async = true)
  public ToolEnvelope sync(
      @Arg(description = "Path to sync") String path,
      @Arg(description = "Recurse into subdirectories") Optional<Boolean> recursive,
      ToolCall call,
      Time time)
      throws InterruptedException {
    return ToolEnvelope.of(
        "Sync completed successfully",
        "Failed to sync",
        List.of(),
        () -> {
          var report = monitor.sync(path, recursive, call, time);
          return Map.of(
              "files_processed",
              report.filesProcessed(),
              "files_skipped",
              report.filesSkipped(),
              "files_updated",
              report.filesUpdated(),
              "duration_seconds",
              report.durationSeconds());
        });
  }

  /** Indexes the notes of a folder. */
  @Tool(
      name = "wksm_vault_index",
      title = "Index a vault",
      description = "Index the notes of a vault of Markdown and the links between them",
      category = "wks",
      idempotent = true,
      timeout = 3600,
      idleTimeout = 60,
      concurrency = "vault",
      async = true)
  public ToolEnvelope index(
      @Arg(description = "Folder of the vault") String path, ToolCall call, Time time)
      throws InterruptedException {
    var warnings = new ArrayList<String>();
    return ToolEnvelope.of(
        "Index completed successfully",
        "Failed to index",
        warnings,
        () -> vault.index(roots.narrowedTo(call).find(path), call, time, warnings));
  }

  /** Transforms documents to plain text. */
  @Tool(
      name = "wksm_transform_batch",
      title = "Transform documents",
      description = "Transform text, Markdown and HTML documents to plain text files",
      category = "wks",
      idempotent = true,
      timeout = 3600,
      idleTimeout = 60,
      concurrency = "transform",
      async = true)
  public ToolEnvelope transform(
      @Arg(description = "Paths of the documents, at most 500") List<String> paths,
      ToolCall call,
      Time time)
      throws InterruptedException {
    var warnings = new ArrayList<String>();
    return ToolEnvelope.of(
        "Transformation completed successfully",
        "Failed to transform",
        warnings,
        () -> transform.transform(paths, roots.narrowedTo(call), call, time, warnings));
  }
}
