package dev.belay.mcp.stdio;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;

/** Records events. */
class RecordingHandler implements StdioHandler {
  final List<String> heard = new CopyOnWriteArrayList<>();
  final CompletableFuture<StdioEnd> end = new CompletableFuture<>();

  @Override
  public void onMessage(byte[] line) {
    heard.add(new String(line, StandardCharsets.UTF_8));
  }

  @Override
  public void onOversized(String start) {
    heard.add("oversized " + start.substring(0, Math.min(3, start.length())));
  }

  @Override
  public void onCrowdedOut(String start) {
    heard.add("crowded out " + start.substring(0, Math.min(3, start.length())));
  }

  @Override
  public void onEnd(StdioEnd how) {
    end.complete(how);
  }

  @Override
  public void onWriteFailed(IOException cause) {
    heard.add("write failed: " + cause.getMessage());
  }
}
