package dev.belay.gateway.relay;

import dev.belay.config.ServerSettings.EraPolicy;
import dev.belay.gateway.translate.ClientCapabilities;
import dev.belay.gateway.translate.Introduction;
import dev.belay.gateway.upstream.OwnOpening;
import dev.belay.mcp.envelope.RawJson;
import dev.belay.mcp.era.Era;
import dev.belay.mcp.era.ModernMeta;
import dev.belay.mcp.era.Revision;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/** Belay's introductions to servers that it opens in place of clients. */
public final class Introductions {
  /** Belay's own name. */
  static final RawJson BELAY = RawJson.of(ModernMeta.BELAY);

  /** For a shared server, whose clients differ in the questions they accept. */
  private static final ClientCapabilities ALL =
      new ClientCapabilities(true, true, true, true, true, true, Map.of());

  /** Belay itself, on behalf of all clients that share a server. */
  static final Introduction ITSELF =
      new Introduction(Revision.LATEST_LEGACY.wire(), ALL, BELAY, null);

  private Introductions() {}

  /** {@return how Belay opens a server for any number of clients} */
  public static OwnOpening forMany() {
    return opening(ITSELF, EraPolicy.AUTO, Era.MODERN);
  }

  /** {@return the params of an {@code initialize} of Belay's own, without capabilities} */
  public static byte[] watching() {
    return ITSELF
        .withCapabilities(ClientCapabilities.NONE)
        .initializeParams(Revision.LATEST_LEGACY, BELAY);
  }

  /** {@return how Belay opens a legacy server in place of one modern client} */
  static OwnOpening inSteadOf(Introduction client) {
    return opening(client, EraPolicy.AUTO, Era.MODERN);
  }

  /**
   * {@return how Belay opens a server in place of clients with that introduction}
   *
   * @param theirs their era, which is used with a server that speaks both
   */
  static OwnOpening opening(Introduction introduction, EraPolicy policy, Era theirs) {
    var first =
        switch (policy) {
          case AUTO -> theirs;
          case LEGACY -> Era.LEGACY;
          case MODERN -> Era.MODERN;
        };
    var params = introduction.initializeParams(Revision.LATEST_LEGACY, BELAY);
    return new OwnOpening(
        new String(params, StandardCharsets.UTF_8), first, policy != EraPolicy.AUTO);
  }
}
