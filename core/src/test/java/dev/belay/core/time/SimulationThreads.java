package dev.belay.core.time;

/** Threads of a simulation whose failures reach the test. */
public final class SimulationThreads {
  private SimulationThreads() {}

  /** What a thread does. */
  public interface Action {
    void run() throws Exception;
  }

  /** Starts a thread; the run of the simulation fails with what it throws. */
  public static void start(Simulation simulation, Action action) {
    simulation
        .threads()
        .newThread(() -> {
          try {
            action.run();
          } catch (Exception | AssertionError e) {
            simulation.execute(() -> {
              throw new AssertionError(e);
            });
          }
        })
        .start();
  }
}
