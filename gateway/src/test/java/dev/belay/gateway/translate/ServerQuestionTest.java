package dev.belay.gateway.translate;

import static dev.belay.gateway.translate.Wire.json;
import static dev.belay.gateway.translate.Wire.message;
import static dev.belay.gateway.translate.Wire.raw;
import static dev.belay.gateway.translate.Wire.request;
import static dev.belay.gateway.translate.Wire.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belay.mcp.era.Revision;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName(
    "A server's question reaches the client in its era, and the answer the server in its own")
final class ServerQuestionTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "elicitation/create | {'mode':'url','elicitationId':'e','url':'u','message':'m'} |"
            + " {'mode':'url','url':'u','message':'m'}",
        "elicitation/create | {'message':'m','task':{'ttl':1},'requestedSchema':{'n':1.0}} |"
            + " {'message':'m','requestedSchema':{'n':1.0}}",
        "sampling/createMessage | {'maxTokens':1E2,'elicitationId':1,"
            + "'_meta':{'progressToken':3,'io.modelcontextprotocol/related-task':{'taskId':'t'}}} |"
            + " {'maxTokens':1E2,'elicitationId':1}",
        "roots/list | {'_meta':{'progressToken':3,'com.example/a':[ ]}} |"
            + " {'_meta':{'com.example/a':[ ]}}",
        "roots/list | {} | {}",
      })
  void membersOfOneHopOrEraAreRemoved(String method, String before, String after) {
    var question = ServerQuestion.of("k", request(method, before));

    assertThat(text(new InputRequiredResult(List.of(question), null).result(null)))
        .isEqualTo(
            "{'resultType':'input_required','inputRequests':{'k':{'method':'"
                + method
                + "','params':"
                + after
                + "}}}");
  }

  @Test
  void severalQuestionsAreSentInOneResultWithTheState() {
    var roots = ServerQuestion.of("a", message("{'jsonrpc':'2.0','id':1,'method':'roots/list'}"));
    var form = ServerQuestion.of("b\"", request("elicitation/create", "{'message':'m'}"));

    assertThat(
            text(
                new InputRequiredResult(List.of(roots, form), raw("'s\\u0041'"))
                    .result(raw("{'name':'s','version':'1'}"))))
        .isEqualTo(
            "{'resultType':'input_required','inputRequests':{'a':{'method':'roots/list'},"
                + "'b\\'':{'method':'elicitation/create','params':{'message':'m'}}},"
                + "'requestState':'s\\u0041',"
                + "'_meta':{'io.modelcontextprotocol/serverInfo':{'name':'s','version':'1'}}}");
  }

  @Test
  void aResultWithNeitherQuestionsNorStateIsInvalid() {
    assertThatThrownBy(() -> new InputRequiredResult(List.of(), null))
        .isInstanceOf(IllegalArgumentException.class);
    assertThat(text(new InputRequiredResult(List.of(), raw("'s'")).result(null)))
        .isEqualTo("{'resultType':'input_required','requestState':'s'}");
  }

  @Test
  void aModernServersQuestionsAreRead() throws InvalidResult {
    var result =
        json(
            "{'resultType':'input_required','inputRequests':{'x':{'method':'roots/list'},"
                + "'y':{'method':'elicitation/create','params':{ 'mode':'url','url':'u' },'z':1}},"
                + "'requestState':'\\u0073','_meta':{}}");

    assertThat(InputRequiredResult.of(result))
        .isEqualTo(
            new InputRequiredResult(
                List.of(
                    new ServerQuestion("x", "roots/list", null),
                    new ServerQuestion(
                        "y", "elicitation/create", raw("{ 'mode':'url','url':'u' }"))),
                raw("'\\u0073'")));
    assertThat(InputRequiredResult.of(json("{'requestState':''}")).questions()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "7",
        "{}",
        "{'inputRequests':{}}",
        "{'inputRequests':[],'requestState':'s'}",
        "{'inputRequests':{'a':7}}",
        "{'inputRequests':{'a':{}}}",
        "{'inputRequests':{'a':{'method':'ping'}}}",
        "{'inputRequests':{'a':{'method':'roots/list','params':7}}}",
        "{'requestState':7}",
      })
  void invalidInputRequestsAreRefused(String result) {
    assertThatThrownBy(() -> InputRequiredResult.of(json(result)))
        .isInstanceOf(InvalidResult.class)
        .hasMessageMatching("The server's result is invalid: .+\\.");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "V2025_11_25 | {'mode':'url','url':'u'} | {'mode':'url','url':'u','elicitationId':'e7'}",
        "V2025_11_25 | {'mode':'form','n':1.0} | {'mode':'form','n':1.0}",
        "V2025_06_18 | {'mode':'form','n':1.0} | {'n':1.0}",
        "V2025_06_18 | { 'n':1.0 } | { 'n':1.0 }",
      })
  @DisplayName("A page to be opened needs a name in 2025-11-25; older revisions know no modes")
  void aLegacyClientIsAskedInItsRevision(Revision revision, String before, String after) {
    var question = new ServerQuestion("k", "elicitation/create", raw(before));

    assertThat(text(Objects.requireNonNull(question.legacyParams(revision, "e7"))))
        .isEqualTo(after);
  }

  @Test
  void otherQuestionsStayUnchanged() {
    assertThat(
            text(
                Objects.requireNonNull(
                    new ServerQuestion("k", "sampling/createMessage", raw("{ 'mode':'url' }"))
                        .legacyParams(Revision.V2024_11_05, "e"))))
        .isEqualTo("{ 'mode':'url' }");
    assertThat(new ServerQuestion("k", "roots/list", null).legacyParams(Revision.V2024_11_05, "e"))
        .isNull();
  }

  @Test
  void aClientIsAskedOnlyWhatItDeclared() {
    var page = new ServerQuestion("k", "elicitation/create", raw("{'mode':'url'}"));

    assertThat(page.isAllowed(ClientCapabilities.of(json("{'elicitation':{}}")))).isFalse();
    assertThat(page.isAllowed(ClientCapabilities.of(json("{'elicitation':{'url':{}}}")))).isTrue();
    assertThat(text(page.required())).isEqualTo("{'elicitation':{'url':{}}}");
    assertThat(ServerQuestion.isKind("ping")).isFalse();
  }

  @Test
  void onlyAnElicitationHasARefusal() {
    assertThat(new ServerQuestion("k", "elicitation/create", null).refusal())
        .isEqualTo(raw("{'action':'cancel'}"));
    assertThat(new ServerQuestion("k", "roots/list", null).refusal()).isNull();
  }

  @Test
  void theAnswersOfARetryAreRead() throws InvalidParams {
    var brought =
        InputResponses.of(
            request(
                "tools/call",
                "{'name':'t','inputResponses':{'b':{ 'action':'accept','n':1.0 },'a':{}},"
                    + "'requestState':'\\u0073\\n'}"));

    assertThat(brought.answers().keySet()).containsExactly("b", "a");
    assertThat(brought.answers()).containsEntry("b", raw("{ 'action':'accept','n':1.0 }"));
    assertThat(brought.requestState()).isEqualTo(raw("'\\u0073\\n'"));
    assertThat(brought.state()).isEqualTo("s\n");
    assertThat(brought.isNone()).isFalse();
  }

  @Test
  void aFirstRequestIsNoRetry() throws InvalidParams {
    assertThat(
            InputResponses.of(message("{'jsonrpc':'2.0','id':1,'method':'tools/call'}")).isNone())
        .isTrue();
    var first = InputResponses.of(request("tools/call", "{'name':'t','inputResponses':{}}"));
    assertThat(first.isNone()).isTrue();
    assertThat(first.state()).isNull();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{'inputResponses':[]}",
        "{'inputResponses':null}",
        "{'inputResponses':{'a':'yes'}}",
        "{'requestState':{}}",
      })
  @DisplayName("-32602: invalid answers")
  void invalidAnswersAreRefused(String params) {
    assertThatThrownBy(() -> InputResponses.of(request("tools/call", params)))
        .isInstanceOf(InvalidParams.class);
  }

  @Test
  @DisplayName("The state is repeated byte for byte, and the answers are those of this round only")
  void aRepeatedRequestCarriesStateAndAnswers() throws InvalidParams {
    var brought =
        InputResponses.of(
            request("x/y", "{'inputResponses':{'k':{ 'a':1.0 }},'requestState':'\\u0073'}"));
    var first =
        json("{'name':'t','arguments':{ 'n':1E3 },'inputResponses':{'old':{}},'requestState':'o'}");

    assertThat(text(brought.params(first)))
        .isEqualTo(
            "{'name':'t','arguments':{ 'n':1E3 },'inputResponses':{'k':{ 'a':1.0 }},"
                + "'requestState':'\\u0073'}");
    assertThat(text(brought.params(null)))
        .isEqualTo("{'inputResponses':{'k':{ 'a':1.0 }},'requestState':'\\u0073'}");
    assertThat(text(new InputResponses(Map.of(), raw("'s'")).params(first)))
        .isEqualTo("{'name':'t','arguments':{ 'n':1E3 },'requestState':'s'}");
  }
}
