package dev.belay.core.call;

import java.util.List;

/**
 * The effects of stopping a call on processes outside it (C34).
 *
 * @param killed the processes that belonged to stopped calls alone
 * @param leftBehind the processes that remain, since a call that completed may need them
 */
public record StopEffects(List<ProcessInfo> killed, List<ProcessInfo> leftBehind) {
  /** No effects. */
  public static final StopEffects NONE = new StopEffects(List.of(), List.of());
}
