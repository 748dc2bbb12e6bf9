package dev.belay.agent.history;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Random conversations: blocks of all kinds in any order, valid and invalid. */
final class RandomHistories {
  private static final List<String> IDS =
      List.of("", "a", "b", "c", "a-dup1", "synth-0", "functions.look:0", "x".repeat(60), "\uD83D");
  private static final List<String> NAMES =
      List.of("look", "read_file", "", "skill.command", "n".repeat(99), "two words");
  private static final List<String> INPUTS =
      List.of(
          "{}",
          "{\"a\": 1.50, \"b\": [true, null, \"é\"]}",
          "{\"big\":1e400,\"long\":123456789012345678901234567890}",
          "",
          "{\"half\":",
          "[1]",
          "\"text\"",
          "{} {}",
          "{\"half\":\"\\ud83d\"}",
          "{\"half\":\"\uD83D\"}");
  private static final List<String> TEXTS =
      List.of("", " ", "\n", "Hello.", "more", "a\uD83D", "\uD83D\uDE00", "[ERROR] no", "[OK] yes");
  private static final List<String> RESULTS =
      List.of("", " ", "fine", "[CANCELLED] so", "[TIMEOUT] so", "[ERROR] so", "[OK] so", "\uDE00");

  private final Random random;

  RandomHistories(long seed) {
    random = new Random(seed);
  }

  <T> T one(List<T> of) {
    return of.get(random.nextInt(of.size()));
  }

  List<Message> garbage() {
    var messages = new ArrayList<Message>();
    for (var i = random.nextInt(10); i > 0; i--) {
      messages.add(random.nextBoolean() ? user() : assistant());
    }
    return messages;
  }

  private Message user() {
    var blocks = new ArrayList<Block.OfUser>();
    for (var i = random.nextInt(5); i > 0; i--) {
      blocks.add(random.nextInt(3) == 0 ? text() : result(one(IDS)));
    }
    return new Message.User(blocks);
  }

  Message.Assistant assistant() {
    var blocks = new ArrayList<Block.OfAssistant>();
    for (var i = random.nextInt(5); i > 0; i--) {
      blocks.add(
          random.nextInt(3) == 0 ? text() : new Block.ToolUse(one(IDS), one(NAMES), one(INPUTS)));
    }
    return new Message.Assistant(blocks);
  }

  Block.Text text() {
    return new Block.Text(one(TEXTS));
  }

  Block.ToolResult result(String id) {
    return new Block.ToolResult(id, one(RESULTS), random.nextBoolean());
  }
}
