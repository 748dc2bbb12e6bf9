package dev.belay.gateway.catalog;

import dev.belay.mcp.envelope.RequestId;
import java.util.concurrent.atomic.AtomicLong;

/** Ids for the catalog's own requests in a conversation, which no client is likely to use. */
final class OwnIds {
  private final String start;
  private final AtomicLong last = new AtomicLong();

  OwnIds(String conversation) {
    start = "belay/" + conversation + "/";
  }

  RequestId next() {
    return RequestId.of(start + last.incrementAndGet());
  }
}
