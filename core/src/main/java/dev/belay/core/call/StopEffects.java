package dev.belay.core.call;

import java.util.List;

/**
 * What stopping a call did to processes that live outside of it (C34).
 *
 * @param killed what belonged to stopped calls alone
 * @param leftBehind what stays, since it may be what a call that completed has wanted
 */
public record StopEffects(List<ProcessInfo> killed, List<ProcessInfo> leftBehind) {
  /** None at all. */
  public static final StopEffects NONE = new StopEffects(List.of(), List.of());
}
