package dev.belay.mcp.input;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.core.time.HandTime;
import dev.belay.mcp.envelope.Envelope;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Longer than other files: one request, and each order of its questions, answers and end. */
@DisplayName("What a running request asks ends one round, and its answers come in the next")
final class PendingInputTest {
  private static final Duration PAUSE = Duration.ofMillis(25);
  private static final Duration LIFETIME = Duration.ofMinutes(10);
  private static final String OVER = "The request that this belonged to is over.";
  private static final String TOO_LONG = "The open questions of one request are too long.";

  private final HandTime time = new HandTime();
  private final List<String> told = new ArrayList<>();
  private PendingInputs<String> inputs = inputs(PAUSE, /* keepsAnswers= */ true, 4);
  private String name = "";

  /** Runs while questions are being sent to their client. */
  private Runnable onAsk = () -> {};

  private final class Told implements PendingInput.Rounds<String> {
    @Override
    public void ask(String round, String parkedAs, Map<String, PendingInput.Question> open) {
      name = parkedAs;
      told.add(round + " asks " + String.join(",", open.keySet()));
      onAsk.run();
    }

    @Override
    public void taken() {
      told.add("taken");
    }

    @Override
    public void deserted() {
      told.add("deserted");
    }
  }

  private PendingInputs<String> inputs(Duration pause, boolean keepsAnswers, int most) {
    return new PendingInputs<>(time, pause, () -> LIFETIME, keepsAnswers, most);
  }

  @Test
  @DisplayName("One principal leaves places for others: half of what is left")
  void onePrincipalLeavesPlacesForOthers() {
    inputs = inputs(Duration.ZERO, /* keepsAnswers= */ false, 4);
    for (int i = 0; i < 3; i++) {
      asked("greedy " + i);
    }
    assertThat(told()).anyMatch(line -> line.contains("greedy 2") && line.contains("Too many"));
    inputs.begin("other", new Told(), "one", PendingInput.Answers.NONE).ask(List.of(asks("mine")));
    assertThat(told()).noneMatch(line -> line.contains("Too many"));
  }

  private PendingInput<String> begin(PendingInput.Answers brought) {
    return inputs.begin("local", new Told(), "one", brought);
  }

  /** Begins a request that asks these questions. */
  private PendingInput<String> asked(String... questions) {
    var input = begin(PendingInput.Answers.NONE);
    input.ask(Stream.of(questions).map(this::asks).toList());
    return input;
  }

  private static PendingInput.Answers answers(Map<String, String> all) {
    return key -> all.containsKey(key) ? all.get(key).getBytes(UTF_8) : null;
  }

  private Asks asks(String what) {
    return new Asks(null, what, null, told::add);
  }

  private Asks named(String key) {
    return new Asks(key, key, null, told::add);
  }

  private List<String> told() {
    var all = List.copyOf(told);
    told.clear();
    return all;
  }

  private void isGone() {
    assertThat(resume("two", Map.of("q1", "red"))).isFalse();
    assertThat(time.armedTimers()).isZero();
  }

  private boolean resume(String round, Map<String, String> answers) {
    return resume(name, round, answers);
  }

  private boolean resume(String by, String round, Map<String, String> answers) {
    return inputs.find(PendingInputs.payload(by))
            instanceof PendingInputs.Found.Parked<String> parked
        && parked.resume(round, answers(answers));
  }

  @Test
  @DisplayName("questions that come together go together; what is not answered is asked again")
  void rounds() {
    var input = asked("colour");
    time.advance(PAUSE.minusMillis(1));
    input.ask(List.of(asks("size")));
    time.advance(PAUSE.minusMillis(1));
    assertThat(told()).isEmpty();
    assertThat(input.waiting()).isEqualTo("one");
    time.advance(Duration.ofMillis(1));
    assertThat(told()).containsExactly("one asks q1,q2");
    assertThat(input.waiting()).isNull();
    assertThat(input.isParked()).isTrue();

    input.ask(List.of(asks("shape")));
    assertThat(resume("two", Map.of("q2", "5", "q9", "6"))).isTrue();
    assertThat(told()).containsExactly("taken", "size = 5");
    time.advance(PAUSE);
    assertThat(told()).containsExactly("two asks q1,q3");

    assertThat(resume("three", Map.of("q1", "red", "q3", "round"))).isTrue();
    assertThat(told()).containsExactly("taken", "colour = red", "shape = round");
    input.finish(round -> told.add(round + " ends"));
    assertThat(told()).containsExactly("three ends");
    assertThat(time.armedTimers()).isZero();
  }

  @Test
  @DisplayName("a name is good for one round, and for one message at a time")
  void oneMessageForEachRound() {
    var input = asked("colour");
    time.advance(PAUSE);
    var before = name;
    var found = inputs.find(PendingInputs.payload(before));
    assertThat(resume("two", Map.of())).isTrue();
    assertThat(found)
        .isInstanceOfSatisfying(
            PendingInputs.Found.Parked.class, late -> assertThat(late.input()).isSameAs(input));
    assertThat(resume("other", Map.of("q1", "red"))).isFalse();
    time.advance(PAUSE);
    assertThat(name).isNotEqualTo(before);
    assertThat(resume(before, "other", Map.of("q1", "red"))).isFalse();
    assertThat(resume("three", Map.of("q1", "red"))).isTrue();
    assertThat(told()).contains("colour = red").doesNotContain("other");
  }

  @Test
  @DisplayName("an answer that comes before its question is good for one of that name")
  void earlyAnswers() {
    inputs = inputs(Duration.ZERO, /* keepsAnswers= */ false, 2);
    var input = begin(answers(Map.of("name", "Ada", "q1", "made up")));
    input.ask(List.of(named("name")));
    assertThat(told()).containsExactly("name = Ada");
    input.ask(List.of(named("name"), asks("another")));
    assertThat(told()).containsExactly("one asks name,q1");
    assertThat(resume("two", Map.of("name", "Bob", "q1", "x", "later", "y"))).isTrue();
    assertThat(told()).containsExactly("taken", "name = Bob", "another = x");
    input.ask(List.of(named("later"), named("name")));
    assertThat(told()).containsExactly("later = y", "two asks name");
  }

  @Test
  @DisplayName("what is open as the request ends is refused once what asks knows of the end")
  void mootQuestions() {
    var input = asked("colour", "size");
    input.end(round -> told.add(round + " ends"));
    input.end(round -> told.add(round + " ends twice"));
    assertThat(told()).containsExactly("one ends");
    input.ask(List.of(asks("late")));
    assertThat(told()).containsExactly("late refused: " + OVER);
    input.withdraw(question -> question instanceof Asks asks && asks.what().equals("size"));
    assertThat(told()).containsExactly("size withdrawn");
    input.takenBack();
    input.takenBack();
    assertThat(told()).containsExactly("colour refused: " + OVER);
    assertThat(time.armedTimers()).isZero();
  }

  @Test
  @DisplayName("the answer of a request that ends while it is parked waits for its client")
  void answerForTheNextRound() {
    var input = asked("colour");
    time.advance(PAUSE);
    input.finish(round -> told.add(round + " ends"));
    assertThat(told()).containsExactly("one asks q1", "colour refused: " + OVER);
    assertThat(resume("two", Map.of("q1", "red"))).isTrue();
    assertThat(told()).containsExactly("taken", "two ends");
    assertThat(resume("three", Map.of())).isFalse();
    assertThat(time.armedTimers()).isZero();
  }

  @Test
  @DisplayName("where answers are not kept, such a request leaves its place at once")
  void noAnswerForTheNextRound() {
    inputs = inputs(Duration.ZERO, /* keepsAnswers= */ false, 1);
    var input = asked("colour");
    input.end(round -> told.add(round + " ends"));
    assertThat(told()).containsExactly("one asks q1", "taken");
    isGone();
  }

  @Test
  @DisplayName("for a client that leaves while it is being asked no answer is kept, nor its place")
  void leavesAsItIsAsked() {
    inputs = inputs(Duration.ZERO, /* keepsAnswers= */ true, 1);
    var input = begin(PendingInput.Answers.NONE);
    onAsk = () -> input.leave(round -> told.add(round + " left"));
    input.ask(List.of(asks("colour")));
    assertThat(told()).containsExactly("one asks q1", "taken");
    input.finish(round -> told.add(round + " ends"));
    assertThat(told()).containsExactly("colour refused: " + OVER);
    isGone();
  }

  @Test
  @DisplayName("nor is one that was there before it left")
  void leavesAsItIsAnswered() {
    inputs = inputs(Duration.ZERO, /* keepsAnswers= */ true, 1);
    var input = begin(PendingInput.Answers.NONE);
    onAsk =
        () -> {
          input.finish(round -> told.add(round + " ends"));
          input.leave(round -> told.add(round + " left"));
        };
    input.ask(List.of(asks("colour")));
    assertThat(told()).last().isEqualTo("taken");
    isGone();
  }

  @Test
  @DisplayName("a client that does not come back in time has left")
  void deserted() {
    var input = asked("colour");
    time.advance(PAUSE);
    time.advance(LIFETIME.minusMillis(1));
    assertThat(told()).containsExactly("one asks q1");
    time.advance(Duration.ofMillis(1));
    assertThat(told()).containsExactly("taken", "deserted");
    assertThat(resume("two", Map.of("q1", "red"))).isFalse();
    input.finish(round -> told.add(round + " ends"));
    assertThat(told()).containsExactly("colour refused: " + OVER);
  }

  @Test
  @DisplayName("where as many are parked as may, and of too many questions, what asks is told why")
  void bounds() {
    inputs = inputs(Duration.ZERO, /* keepsAnswers= */ true, 1);
    asked("first");
    asked("second");
    assertThat(told())
        .containsExactly(
            "one asks q1",
            "taken",
            "second refused: Too many calls wait for answers of their clients. Try again later.");

    inputs = inputs(PAUSE, /* keepsAnswers= */ true, 1);
    var input = begin(PendingInput.Answers.NONE);
    for (int i = 0; i < 64; i++) {
      input.ask(List.of(asks("one")));
    }
    assertThat(told()).isEmpty();
    input.ask(List.of(asks("more")));
    assertThat(told()).singleElement().asString().startsWith("more refused: Too many questions");
  }

  @Test
  @DisplayName("a state leads to its request for its own principal, method and arguments alone")
  void states() {
    var input = asked("colour");
    time.advance(PAUSE);
    var request = request("{\"name\":\"t\",\"arguments\":{\"n\":1}}");
    var state = inputs.state(name, "ada", request);
    assertThat(inputs.find(state, "ada", request))
        .isEqualTo(new PendingInputs.Found.Parked<>(input, name));
    var other = request("{\"name\":\"t\",\"arguments\":{\"n\":2}}");
    var forged = new PendingInputs.Found.Nothing<String>(new OpenedState.Forged().why());
    assertThat(inputs.find(state, "ada", other)).isEqualTo(forged);
    assertThat(inputs.find(state, "eve", request)).isEqualTo(forged);
    assertThat(inputs.find("made up", "ada", request)).isEqualTo(forged);
    input.end(_ -> {});
    assertThat(resume("two", Map.of())).isTrue();
    assertThat(inputs.find(state, "ada", request))
        .isEqualTo(new PendingInputs.Found.Nothing<String>(PendingInputs.OVER));
  }

  private static Envelope request(String params) {
    var json = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":" + params + "}";
    return Envelope.parseOwn(json.getBytes(UTF_8));
  }

  @Test
  @DisplayName("a request that was handed off asks on, under keys that are never used again")
  void handedOff() {
    inputs = inputs(Duration.ZERO, /* keepsAnswers= */ true, 4);
    var input = begin(PendingInput.Answers.NONE);
    input.handOff(round -> told.add(round + " is told"));
    input.ask(List.of(named("colour"), asks("size")));
    assertThat(told()).containsExactly("one is told");
    assertThat(input.questions().keySet()).containsExactly("q1", "q2");

    input.answer(answers(Map.of("q2", "9", "q7", "x", "colour", "red")));
    assertThat(told()).containsExactly("size = 9");
    assertThat(input.questions().keySet()).containsExactly("q1");
    input.answer(answers(Map.of("q2", "again")));
    input.refuse("q1", "no");
    assertThat(told()).containsExactly("colour refused: no");
    input.ask(List.of(asks("weight")));
    assertThat(input.questions().keySet()).containsExactly("q3");

    input.finish(round -> told.add(round + " is told again"));
    assertThat(told()).containsExactly("weight refused: " + OVER);
    input.answer(answers(Map.of("q3", "late")));
    assertThat(told()).isEmpty();
    assertThat(input.questions()).isEmpty();
    assertThat(time.armedTimers()).isZero();
  }

  @Test
  @DisplayName("a question of a request that was handed off expires, and the request goes on")
  void handedOffExpires() {
    var input = begin(PendingInput.Answers.NONE);
    input.handOff(_ -> {});
    input.ask(List.of(asks("colour")));
    time.advance(LIFETIME.minusSeconds(1));
    assertThat(told()).isEmpty();
    time.advance(Duration.ofSeconds(1));
    assertThat(told()).containsExactly("colour refused: The client has not answered in time.");
    input.ask(List.of(asks("size")));
    assertThat(input.questions().keySet()).containsExactly("q2");
    input.withdraw(_ -> true);
    assertThat(told()).containsExactly("size withdrawn");
    assertThat(time.armedTimers()).isZero();
  }

  @Test
  @DisplayName("requests that were handed off need places and room for their open questions alone")
  void handedOffBounds() {
    inputs = inputs(Duration.ZERO, /* keepsAnswers= */ false, 4);
    var all = new ArrayList<PendingInput<String>>();
    for (int i = 0; i < 3; i++) {
      var input = begin(PendingInput.Answers.NONE);
      input.handOff(_ -> {});
      input.ask(List.of(asks("colour " + i)));
      all.add(input);
    }
    assertThat(told()).singleElement().asString().startsWith("colour 2 refused: Too many calls");
    all.getFirst().answer(_ -> "red".getBytes(UTF_8));
    all.getLast().ask(List.of(asks("size")));
    assertThat(told()).containsExactly("colour 0 = red");

    for (int i = 0; i < 70; i++) {
      all.getLast().ask(List.of(asks("more " + i)));
    }
    assertThat(all.getLast().questions()).hasSize(64);
    assertThat(told()).hasSize(7).allMatch(line -> line.contains("Too many questions"));
    all.getLast().withdraw(_ -> true);
    var large = new Asks(null, "long", new byte[200_000], told::add);
    all.getLast().ask(List.of(large, new Asks(null, "long", new byte[100_000], told::add)));
    assertThat(all.getLast().questions()).hasSize(1);
    assertThat(told()).anyMatch(line -> line.equals("long refused: " + TOO_LONG));
  }

  @Test
  @DisplayName("a client that is asked while its request is handed off answers first, and is told")
  void handedOffWhileAsked() {
    inputs = inputs(Duration.ZERO, /* keepsAnswers= */ true, 4);
    var input = asked("colour", "size");
    assertThat(told()).containsExactly("one asks q1,q2");
    input.handOff(round -> told.add(round + " is told"));
    assertThat(input.questions().keySet()).containsExactly("q1", "q2");
    assertThat(resume("two", Map.of("q1", "red"))).isTrue();
    assertThat(told()).containsExactly("taken", "colour = red", "two is told");
    assertThat(input.questions().keySet()).containsExactly("q2");

    var deserted = asked("weight");
    deserted.handOff(round -> told.add(round + " is told"));
    time.advance(LIFETIME);
    assertThat(told())
        .contains("weight refused: The client has not answered in time.", "taken")
        .doesNotContain("deserted");
    assertThat(time.armedTimers()).isZero();
  }
}
