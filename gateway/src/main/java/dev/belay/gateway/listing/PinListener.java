package dev.belay.gateway.listing;

import java.util.List;

/** Hears what becomes of the pins of one server. Must not block; safe for many threads. */
public interface PinListener {
  /** Tools say something else than was accepted; those of one list together, each change once. */
  void changed(List<ToolChange> changes);

  /** A person has accepted what these tools say, by now or while nobody looked. */
  void accepted(List<ToolAccepted> tools);

  /** Pins cannot be kept; heard once. */
  void troubled(String why);
}
