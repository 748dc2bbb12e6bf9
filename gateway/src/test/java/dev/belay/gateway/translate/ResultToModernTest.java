package dev.belay.gateway.translate;

import static dev.belay.gateway.translate.Wire.error;
import static dev.belay.gateway.translate.Wire.json;
import static dev.belay.gateway.translate.Wire.message;
import static dev.belay.gateway.translate.Wire.raw;
import static dev.belay.gateway.translate.Wire.text;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("A legacy server's result reaches a modern client with the stamps that it demands")
final class ResultToModernTest {
  private static final ResultToModern PLAIN = new ResultToModern(null);

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "m | {} | {'resultType':'complete'}",
        "m | {'a':1.50} | {'a':1.50,'resultType':'complete'}",
        "m | {'resultType':'x'} | {'resultType':'complete'}",
        "m | null | null",
        "m | [1] | [1]",
        "prompts/get | {'messages':[ ]} | {'messages':[ ],'resultType':'complete'}",
        "completion/complete | {'completion':{}} | {'completion':{},'resultType':'complete'}",
      })
  void everyResultIsMarkedComplete(String method, String before, String after) {
    assertThat(text(PLAIN.result(method, json(before)))).isEqualTo(after);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "server/discover",
        "tools/list",
        "prompts/list",
        "resources/list",
        "resources/templates/list",
        "resources/read"
      })
  void listsAndReadsCarryCachingMembers(String method) {
    assertThat(text(PLAIN.result(method, json("{'nextCursor':''}"))))
        .isEqualTo("{'nextCursor':'','resultType':'complete','ttlMs':0,'cacheScope':'private'}");
    assertThat(text(PLAIN.result(method, json("{'ttlMs':'odd'}"))))
        .isEqualTo("{'ttlMs':0,'resultType':'complete','cacheScope':'private'}");
  }

  @Test
  void theServerInfoIsAddedToExistingMetadata() {
    var named = new ResultToModern(raw("{'name':'s','version':'2'}"));

    assertThat(text(named.result("m", json("{'_meta':{'com.example/a':1}}"))))
        .isEqualTo(
            "{'_meta':{'com.example/a':1,'io.modelcontextprotocol/serverInfo':"
                + "{'name':'s','version':'2'}},'resultType':'complete'}");
    assertThat(text(named.result("m", json("{'_meta':null}"))))
        .isEqualTo(
            "{'_meta':{'io.modelcontextprotocol/serverInfo':{'name':'s','version':'2'}},"
                + "'resultType':'complete'}");
  }

  @Test
  @DisplayName(
      "execution.taskSupport is not shown: the legacy era's tasks are not the modern one's")
  void toolsLoseTheirTaskSupport() {
    assertThat(
            text(
                PLAIN.result(
                    "tools/list",
                    json(
                        "{'tools':[{ 'name':'a'"
                            + " },{'name':'b','execution':{'taskSupport':'required'},"
                            + "'x':0.10},7],'nextCursor':'c'}"))))
        .isEqualTo(
            "{'tools':[{ 'name':'a' },{'name':'b','x':0.10},7],'nextCursor':'c',"
                + "'resultType':'complete','ttlMs':0,'cacheScope':'private'}");
    assertThat(text(PLAIN.result("tools/list", json("{'tools':[ {'name':'a'} ]}"))))
        .startsWith("{'tools':[ {'name':'a'} ],");
    assertThat(text(PLAIN.result("tools/list", json("{'tools':{}}")))).startsWith("{'tools':{},");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{'content':[],'structuredContent':null} | {'content':[],'resultType':'complete'}",
        "{'structuredContent':{'a':1.0}} | {'structuredContent':{'a':1.0},'resultType':'complete'}",
        "{'structuredContent':[1]} | {'structuredContent':[1],'resultType':'complete'}",
        "{'_meta':{'io.modelcontextprotocol/related-task':{'taskId':'x'}}} |"
            + " {'resultType':'complete'}",
      })
  @DisplayName("A legacy null is nothing; to a modern client it would be a value")
  void structuredContentStaysExceptNull(String before, String after) {
    assertThat(text(PLAIN.result("tools/call", json(before)))).isEqualTo(after);
  }

  @Test
  void anAnswerIsChangedWithinItsMessage() {
    var answer = message("{'jsonrpc':'2.0','id':'x', 'result':{ },'y':1}");
    var failure = error("{'code':-1,'message':'m'}");

    assertThat(text(PLAIN.of("m", answer).bytes()))
        .isEqualTo("{'jsonrpc':'2.0','id':'x', 'result':{'resultType':'complete'},'y':1}");
    assertThat(PLAIN.of("m", failure)).isSameAs(failure);
  }
}
