package dev.belay.http.stream;

import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.mcp.envelope.RequestId;
import java.util.ArrayList;
import java.util.Random;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;

@DisplayName("A stream broken off again and again while it is written to")
final class ResumeRaceTest {
  private static final int MESSAGES = 300;

  private final Rig rig = new Rig();

  @RepeatedTest(20)
  @DisplayName("everything arrives once and in order, whenever the client leaves and comes back")
  void nothingIsLostOrDoubled(RepetitionInfo repetition) throws InterruptedException {
    var random = new Random(repetition.getCurrentRepetition());
    var session = rig.open();
    rig.host.holds = true;
    var response = rig.inSession(session, Rig.call("1"));
    var reply = rig.host.last().reply("1");
    reply.tell(FakeHost.bytes("0"));
    var writer =
        Thread.ofVirtual()
            .name("writer")
            .start(() -> {
              for (int i = 1; i < MESSAGES; i++) {
                reply.tell(FakeHost.bytes(Integer.toString(i)));
                Thread.onSpinWait();
              }
              reply.send(FakeHost.answer(RequestId.of(1), "{}"));
            });
    var read = new ArrayList<String>();
    String last = "1-0";
    while (response.status != 204) {
      for (int i = random.nextInt(200); i > 0 && !response.ended; i--) {
        Thread.onSpinWait();
      }
      response.leave();
      for (var event : response.events) {
        if (event.id() != null) {
          last = event.id();
        }
        if (!event.data().isEmpty()) {
          read.add(event.data());
        }
      }
      response = rig.get(session, "Last-Event-ID", last);
    }
    writer.join();
    assertThat(read).hasSize(MESSAGES + 1);
    for (int i = 0; i < MESSAGES; i++) {
      assertThat(read.get(i)).isEqualTo(Integer.toString(i));
    }
    assertThat(read.getLast()).contains("\"result\"");
    assertThat(rig.host.last().left).isEmpty();
  }
}
