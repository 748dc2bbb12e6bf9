package dev.belay.gateway.listing;

import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/**
 * The pins of one server's tools: what is accepted, and what waits to be.
 *
 * <p>Bounded, however many tools a server makes up: definitions are kept up to a sum, and no tool
 * is taken in beyond a number; none is ever dropped, else a server could have one forgotten. Not
 * safe for use by several threads.
 */
public final class PinBook {
  private static final int MOST_TOOLS = 20_000;
  private static final int MOST_BYTES = 16 * 1024 * 1024;

  private final String server;
  private final Map<String, Pin> accepted = new TreeMap<>();
  private final Map<String, HeldPin> held = new TreeMap<>();
  private int bytes;

  PinBook(String server) {
    this.server = server;
  }

  /** {@return the server's name when they were made} */
  public String server() {
    return server;
  }

  /** {@return what is accepted, by tool} */
  public Map<String, Pin> accepted() {
    return Collections.unmodifiableMap(accepted);
  }

  /** {@return what waits to be accepted, by tool} */
  public Map<String, HeldPin> held() {
    return Collections.unmodifiableMap(held);
  }

  boolean isFull() {
    return accepted.size() >= MOST_TOOLS;
  }

  void accept(String tool, Pin pin) {
    release(tool);
    var before = accepted.remove(tool);
    bytes -= before == null ? 0 : before.size();
    accepted.put(tool, withinBounds(pin));
  }

  void hold(String tool, HeldPin pin) {
    release(tool);
    held.put(tool, new HeldPin(withinBounds(pin.pin()), pin.isRefused()));
  }

  /** Forgets what waited: the tool is as it was accepted. */
  void release(String tool) {
    var before = held.remove(tool);
    bytes -= before == null ? 0 : before.pin().size();
  }

  /** Accepts what waits for that tool. */
  void acceptHeld(String tool) {
    var waiting = held.get(tool);
    if (waiting != null) {
      accept(tool, waiting.pin());
    }
  }

  private Pin withinBounds(Pin pin) {
    var kept = bytes + pin.size() <= MOST_BYTES ? pin : pin.withoutDefinition();
    bytes += kept.size();
    return kept;
  }
}
