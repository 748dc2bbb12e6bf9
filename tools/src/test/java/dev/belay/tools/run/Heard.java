package dev.belay.tools.run;

import dev.belay.mcp.envelope.LogLevel;
import dev.belay.mcp.server.Question;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A client that records messages, and answers at once. */
class Heard implements Client {
  final List<String> words = new ArrayList<>();
  Function<Question, String> answers = _ -> "{}";

  @Override
  public void progress(@Nullable Double done, @Nullable Double total, @Nullable String message) {
    words.add(done + " of " + total + ": " + message);
  }

  @Override
  public void log(LogLevel level, byte[] json) {
    words.add(level.wire() + " " + new String(json, StandardCharsets.UTF_8));
  }

  @Override
  public Map<String, byte[]> ask(List<Question> questions) throws InterruptedException {
    var results = new LinkedHashMap<String, byte[]>();
    for (var question : questions) {
      words.add(question.method());
      results.put(question.key(), answers.apply(question).getBytes(StandardCharsets.UTF_8));
    }
    return results;
  }

  @Override
  public boolean canAnswer(String... capability) {
    return true;
  }
}
