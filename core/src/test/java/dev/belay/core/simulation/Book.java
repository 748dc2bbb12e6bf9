package dev.belay.core.simulation;

import dev.belay.core.call.Call;
import dev.belay.core.call.Ledger;
import dev.belay.core.call.LedgerException;
import dev.belay.core.call.Outcome;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;

/** A ledger that may be slow or fail, and tells each witness when its call was decided. */
final class Book implements Ledger {
  /** The longest time for one record. */
  static final Duration SLOWEST = Duration.ofMillis(300);

  private final World world;
  private final Set<String> settled = new HashSet<>();
  private final boolean isPerfect;

  Book(World world, boolean isPerfect) {
    this.world = world;
    this.isPerfect = isPerfect;
  }

  @Override
  public void accepted(Call call) throws LedgerException {
    write();
    // A stall may use up the time allowed for a slow record.
    if (world.stallEnd() == 0 && settled.contains(call.id().toString())) {
      world.broken("accepted was recorded after settled");
    }
  }

  @Override
  public void settled(Call call, Outcome outcome) throws LedgerException {
    settled.add(call.id().toString());
    world.witnessOf(call.id()).settles(outcome);
    write();
  }

  private void write() throws LedgerException {
    if (isPerfect) {
      return;
    }
    try {
      if (world.dice.oneIn(3)) {
        world.simulation.sleep(SLOWEST);
      }
    } catch (InterruptedException _) {
      throw new LedgerException("interrupted");
    }
    if (world.dice.oneIn(12)) {
      throw new LedgerException("disk full");
    }
  }
}
