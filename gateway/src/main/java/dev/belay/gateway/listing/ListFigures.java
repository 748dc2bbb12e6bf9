package dev.belay.gateway.listing;

import java.util.Map;

/**
 * What has become of lists of tools so far, and of the tools on them.
 *
 * @param tools in the list as it was built last
 * @param held by server; one that is not in it holds nothing back
 */
public record ListFigures(
    int tools, CacheFigures cache, GateFigures gate, Map<String, HeldTools> held) {
  public ListFigures {
    held = Map.copyOf(held);
  }

  /** {@return those of a gateway that keeps no lists} */
  public static ListFigures none() {
    return new ListFigures(0, CacheFigures.none(), new GateFigures(0, 0, 0, 0, 0, 0, 0), Map.of());
  }

  /** {@return how many tools of that server are held back} */
  public HeldTools held(String server) {
    return held.getOrDefault(server, HeldTools.NONE);
  }
}
