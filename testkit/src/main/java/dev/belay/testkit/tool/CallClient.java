package dev.belay.testkit.tool;

import dev.belay.core.time.Time;
import dev.belay.mcp.envelope.LogLevel;
import dev.belay.mcp.server.Question;
import dev.belay.tools.run.Client;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/** Records the messages of one call to its client. */
final class CallClient implements Client {
  private final PreparedClient prepared;
  private final Time time;
  private final long start;
  private final List<Beat> beats = new ArrayList<>();
  private final List<Asked> questions = new ArrayList<>();
  private final List<Logged> lines = new ArrayList<>();

  CallClient(PreparedClient prepared, Time time) {
    this.prepared = prepared;
    this.time = time;
    start = time.nanos();
  }

  @Override
  public synchronized void progress(
      @Nullable Double done, @Nullable Double total, @Nullable String message) {
    beats.add(new Beat(Duration.ofNanos(time.nanos() - start), message, done, total));
  }

  @Override
  public synchronized void log(LogLevel level, byte[] json) {
    lines.add(new Logged(level, JsonMapper.shared().readTree(json)));
  }

  @Override
  public Map<String, byte[]> ask(List<Question> asked) throws InterruptedException {
    var answers = new LinkedHashMap<String, byte[]>();
    for (var question : asked) {
      note(question);
      answers.put(question.key(), prepared.answer(question));
    }
    return answers;
  }

  private synchronized void note(Question question) {
    questions.add(new Asked(question.method(), JsonMapper.shared().readTree(question.params())));
  }

  @Override
  public boolean canAnswer(String... capability) {
    return prepared.canAnswer(capability[0]);
  }

  synchronized List<Beat> beats() {
    return List.copyOf(beats);
  }

  synchronized List<Asked> questions() {
    return List.copyOf(questions);
  }

  synchronized List<Logged> lines() {
    return List.copyOf(lines);
  }
}
