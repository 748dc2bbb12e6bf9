package dev.belay.mcp.era;

import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The revisions of MCP that Belay speaks, oldest first. */
public enum Revision {
  V2024_11_05("2024-11-05", Era.LEGACY),
  V2025_03_26("2025-03-26", Era.LEGACY),
  V2025_06_18("2025-06-18", Era.LEGACY),
  V2025_11_25("2025-11-25", Era.LEGACY),
  V2026_07_28("2026-07-28", Era.MODERN);

  /** The revision that a server proposes to a client that asks for an unknown legacy one. */
  public static final Revision LATEST_LEGACY = V2025_11_25;

  private final String wire;
  private final Era era;

  Revision(String wire, Era era) {
    this.wire = wire;
    this.era = era;
  }

  /** {@return the revision of that name, or null if it is unknown} */
  public static @Nullable Revision of(String wire) {
    for (Revision revision : values()) {
      if (revision.wire.equals(wire)) {
        return revision;
      }
    }
    return null;
  }

  /** {@return the revisions of an era, newest first} */
  public static List<Revision> of(Era era) {
    return Arrays.stream(values()).filter(one -> one.era == era).toList().reversed();
  }

  /** {@return the name on the wire} */
  public String wire() {
    return wire;
  }

  /** {@return the era it belongs to} */
  public Era era() {
    return era;
  }

  /**
   * {@return whether batches are allowed: they were added in this revision and removed in the next}
   */
  public boolean hasBatches() {
    return this == V2025_03_26;
  }
}
