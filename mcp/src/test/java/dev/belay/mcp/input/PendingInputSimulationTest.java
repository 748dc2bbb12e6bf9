package dev.belay.mcp.input;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.core.time.Seeds;
import dev.belay.core.time.Simulation;
import java.time.Duration;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("Whatever comes in whatever order, questions and rounds end once and nothing is kept")
final class PendingInputSimulationTest {
  private static final int LIFETIME_MILLIS = 500;

  @Test
  @DisplayName("in 10,000 orders of asking, answering, withdrawing, leaving, expiring and ending")
  void everyOrder() {
    Seeds.forEach(10_000, seed -> new World(seed).run());
  }

  private static final class World {
    private final Random random;
    private final Simulation time;
    private final PendingInputs<Round> inputs;
    private final Map<Asks, List<String>> questions = new IdentityHashMap<>();
    private final List<Round> rounds = new ArrayList<>();
    private final List<Throwable> failures = new ArrayList<>();
    private int kept;

    /** Time of the last event: no timer may run after it. */
    private long last;

    World(long seed) {
      random = new Random(seed);
      time = new Simulation(seed);
      inputs =
          new PendingInputs<>(
              time,
              random.nextBoolean() ? Duration.ZERO : Duration.ofMillis(25),
              () -> Duration.ofMillis(LIFETIME_MILLIS),
              random.nextBoolean(),
              random.nextInt(1, 4));
    }

    void run() {
      for (int i = 0; i < 3; i++) {
        new Request(this).begin();
      }
      time.run();
      assertThat(failures).isEmpty();
      questions.forEach(
          (question, ends) -> assertThat(ends).as("ends of %s", question.key()).hasSize(1));
      for (var round : rounds) {
        assertThat(round.ends).as("ends of round %d", round.number).hasSize(1);
      }
      assertThat(kept).as("kept").isZero();
      assertThat(time.nanos()).as("end of the last timer").isEqualTo(last);
    }

    Asks question() {
      var ends = new ArrayList<String>();
      var key = sometimes() ? "name" + random.nextInt(3) : null;
      var question =
          new Asks(
              key,
              "it",
              null,
              end -> {
                ends.add(end);
                Thread.yield();
              });
      questions.put(question, ends);
      return question;
    }

    void go(Step step) {
      time.threads()
          .newThread(() -> {
            try {
              step.run();
            } catch (InterruptedException | RuntimeException | AssertionError e) {
              failures.add(e);
            }
            happened();
          })
          .start();
    }

    void happened() {
      last = time.nanos();
    }

    void pause(int most) throws InterruptedException {
      time.sleep(Duration.ofMillis(random.nextInt(most)));
    }

    boolean sometimes() {
      return random.nextInt(4) == 0;
    }
  }

  private interface Step {
    void run() throws InterruptedException;
  }

  private record Round(int number, Request of, List<String> ends) {
    void end(String how) {
      ends.add(how);
      Thread.yield();
    }
  }

  /** A request: its server, its client and its end, each on a thread of its own. */
  private static final class Request implements PendingInput.Rounds<Round> {
    private final World world;
    private final List<Asks> mine = new ArrayList<>();
    private final PendingInput<Round> input;

    /** How often it may be kept at the moment, including a round's end that comes too late. */
    private int kept;

    private boolean hasLeft;

    Request(World world) {
      this.world = world;
      var first = new Round(0, this, new ArrayList<>());
      world.rounds.add(first);
      input = world.inputs.begin("local", this, first, answers());
    }

    void begin() {
      world.go(this::server);
      world.go(this::end);
      if (world.sometimes()) {
        world.go(this::cancel);
      }
    }

    private void server() throws InterruptedException {
      for (int asks = world.random.nextInt(6); asks > 0; asks--) {
        world.pause(60);
        var together = new ArrayList<Asks>();
        for (int i = world.random.nextInt(1, 4); i > 0; i--) {
          together.add(world.question());
        }
        mine.addAll(together);
        input.ask(together);
        if (world.sometimes()) {
          world.pause(60);
          var one = mine.get(world.random.nextInt(mine.size()));
          input.withdraw(question -> question == one);
        }
      }
    }

    private void end() throws InterruptedException {
      world.pause(3 * LIFETIME_MILLIS);
      input.end(round -> round.end("answer"));
      world.pause(60);
      input.takenBack();
    }

    private void cancel() throws InterruptedException {
      world.pause(LIFETIME_MILLIS);
      input.finish(round -> round.end("cancelled"));
    }

    private PendingInput.Answers answers() {
      int chosen = world.random.nextInt(8);
      return key -> (key.hashCode() & chosen) == chosen ? "{}".getBytes(UTF_8) : null;
    }

    private void comeBack(String name) throws InterruptedException {
      world.pause(LIFETIME_MILLIS + LIFETIME_MILLIS / 10);
      if (world.inputs.find(PendingInputs.payload(name))
          instanceof PendingInputs.Found.Parked<Round> parked) {
        Thread.yield();
        var next = new Round(world.rounds.size(), this, new ArrayList<>());
        boolean hadLeft = hasLeft;
        if (parked.resume(next, answers())) {
          assertThat(hadLeft).as("it goes on for a client that had left").isFalse();
          world.rounds.add(next);
        } else {
          assertThat(next.ends).isEmpty();
        }
      }
    }

    @Override
    public void ask(Round round, String name, Map<String, PendingInput.Question> open) {
      assertThat(open).isNotEmpty();
      Thread.yield();
      if (world.sometimes()) {
        leave();
      }
      world.happened();
      round.end("asks " + open.keySet());
      world.go(() -> comeBack(name));
      if (world.sometimes()) {
        world.go(() -> comeBack(name));
      }
    }

    /** The client leaves while the questions are being sent to it. */
    private void leave() {
      hasLeft = true;
      input.leave(_ -> {
        throw new AssertionError("no round waits");
      });
      assertThat(input.isParked()).as("parked for a client that left").isFalse();
    }

    @Override
    public void kept() {
      kept++;
      world.kept++;
      Thread.yield();
    }

    @Override
    public void taken() {
      assertThat(kept).as("kept").isPositive();
      kept--;
      world.kept--;
      world.happened();
      Thread.yield();
    }

    @Override
    public void deserted() {
      world.happened();
      input.end(_ -> {
        throw new AssertionError("no round waits");
      });
    }
  }
}
