package dev.belay.gateway.translate;

import static dev.belay.gateway.translate.Wire.error;
import static dev.belay.gateway.translate.Wire.json;
import static dev.belay.gateway.translate.Wire.message;
import static dev.belay.gateway.translate.Wire.text;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayName("A modern server's result reaches a legacy client without what only its era has")
final class ResultToLegacyTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "m | {'resultType':'complete'} | {}",
        "m | {'a':1.50,'resultType':'complete','ttlMs':5} | {'a':1.50,'ttlMs':5}",
        "tools/call | {'content':[],'ttlMs':5,'cacheScope':1} |"
            + " {'content':[],'ttlMs':5,'cacheScope':1}",
        "resources/read | {'resultType':'complete','ttlMs':5,'cacheScope':'public','x':1} |"
            + " {'x':1}",
        "m | {'_meta':{'io.modelcontextprotocol/serverInfo':{}},'a':1} | {'a':1}",
        "m | {'_meta':{'io.modelcontextprotocol/serverInfo':{},'b':1E3},'a':1} |"
            + " {'_meta':{'b':1E3},'a':1}",
        "m | {'_meta':{ },'a':1} | {'_meta':{ },'a':1}",
        "m | null | null",
      })
  void onlyModernMembersAreRemoved(String method, String before, String after) {
    assertThat(result(method, before, false)).isEqualTo(after);
  }

  @Test
  void aResultWithoutModernMembersStaysByteForByte() {
    var result = "{ 'content' : [ {'type':'text','text':'x'} ], 'structuredContent':{ } }";

    assertThat(result("tools/call", result, false)).isEqualTo(result);
    assertThat(result("tools/list", "{ 'tools' : [ {'name':'a'} ] }", false))
        .isEqualTo("{ 'tools' : [ {'name':'a'} ] }");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        // The value is the text where the tool wrote none.
        "{'content':[],'structuredContent':[1.0,2]} | false |"
            + " {'content':[{'type':'text','text':'[1.0,2]'}],"
            + "'structuredContent':{'result':[1.0,2]}}",
        "{'structuredContent':7} | false |"
            + " {'structuredContent':{'result':7},'content':[{'type':'text','text':'7'}]}",
        "{'content':[{'type':'text','text':'t'}],'structuredContent':null} | false |"
            + " {'content':[{'type':'text','text':'t'}],'structuredContent':{'result':null}}",
        "{'content':[{'type':'image'},3],'structuredContent':true} | false |"
            + " {'content':[{'type':'image'},3,{'type':'text','text':'true'}],"
            + "'structuredContent':{'result':true}}",
        // An object is wrapped if and only if its schema was.
        "{'content':[],'structuredContent':{'a':1}} | false |"
            + " {'content':[],'structuredContent':{'a':1}}",
        "{'content':[{'type':'text','text':''}],'structuredContent':{'a':1}} | true |"
            + " {'content':[{'type':'text','text':''}],'structuredContent':{'result':{'a':1}}}",
        "{'content':5,'structuredContent':1} | true |"
            + " {'content':5,'structuredContent':{'result':1}}",
        "{'content':[],'isError':true} | true | {'content':[],'isError':true}",
      })
  @DisplayName("structuredContent is an object for a legacy client, as its schema said")
  void structuredContentBecomesAnObject(String before, boolean wrapped, String after) {
    assertThat(result("tools/call", before, wrapped)).isEqualTo(after);
  }

  @Test
  void anAnswerIsChangedWithinItsMessage() {
    var answer = message("{'jsonrpc':'2.0','id':'x', 'result':{'resultType':'complete'},'y':1}");
    var failure = error("{'code':-1,'message':'m'}");

    assertThat(text(ResultToLegacy.of("m", answer, false).bytes()))
        .isEqualTo("{'jsonrpc':'2.0','id':'x', 'result':{},'y':1}");
    assertThat(ResultToLegacy.of("m", failure, false)).isSameAs(failure);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{} | COMPLETE",
        "null | COMPLETE",
        "{'resultType':'complete'} | COMPLETE",
        "{'resultType':'input_required'} | INPUT_REQUIRED",
        "{'resultType':'task'} | TASK",
        "{'resultType':'other'} | UNKNOWN",
        "{'resultType':null} | UNKNOWN",
      })
  void theTypeOfAResultIsRead(String result, ResultType type) {
    assertThat(ResultType.of(json(result))).isEqualTo(type);
  }

  private static String result(String method, String result, boolean wrapped) {
    return text(ResultToLegacy.result(method, json(result), wrapped));
  }
}
