package dev.belay.bench.wrap;

/**
 * How much is measured.
 *
 * @param forks how many JVMs each benchmark of the core runs in
 * @param rounds how often each side has its turn
 * @param calls how many calls a turn has
 * @param starts how often each side is started
 */
public record Effort(int forks, int rounds, int calls, int starts) {
  /** Enough for figures that are written down. */
  public static final Effort FULL = new Effort(2, 7, 5_000, 20);

  /** Enough to see what a change does. */
  public static final Effort QUICK = new Effort(1, 3, 2_000, 7);
}
