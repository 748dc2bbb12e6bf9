package dev.belay.gateway.translate;

import static dev.belay.gateway.translate.Wire.json;
import static dev.belay.gateway.translate.Wire.message;
import static dev.belay.gateway.translate.Wire.raw;
import static dev.belay.gateway.translate.Wire.request;
import static dev.belay.gateway.translate.Wire.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belay.mcp.envelope.LogLevel;
import dev.belay.mcp.envelope.RequestId;
import dev.belay.mcp.era.Revision;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("A legacy client's request introduces the client to a modern server")
final class RequestToModernTest {
  private static final String VERSION = "'io.modelcontextprotocol/protocolVersion':'2026-07-28'";
  private static final String INFO =
      "'io.modelcontextprotocol/clientInfo':{'name':'c','version':'1','x':0.10}";

  @Test
  void theClientIsIntroducedWithEachRequest() throws InvalidParams {
    assertThat(
            text(
                client("{'sampling':{},'elicitation':{},'tasks':{'list':{}}}")
                    .params("tools/list", null)))
        .isEqualTo(
            "{'_meta':{"
                + VERSION
                + ",'io.modelcontextprotocol/clientCapabilities':"
                + "{'sampling':{},'elicitation':{'form':{}}},"
                + INFO
                + "}}");
  }

  @Test
  void otherMembersOfTheRequestStay() throws InvalidParams {
    assertThat(
            text(
                client("{}")
                    .params(
                        "tools/call",
                        json(
                            "{'name':'t','arguments':{'n':1E3},'task':{'ttl':1},"
                                + "'_meta':{'progressToken':'1','traceparent':'t',"
                                + "'io.modelcontextprotocol/related-task':{'taskId':'x'}}}"))))
        .isEqualTo(
            "{'name':'t','arguments':{'n':1E3},'_meta':{'progressToken':'1','traceparent':'t',"
                + VERSION
                + ",'io.modelcontextprotocol/clientCapabilities':{},"
                + INFO
                + "}}");
  }

  @Test
  @DisplayName("A legacy client cannot pass for another by writing the modern keys itself")
  void modernKeysOfALegacyClientAreReplaced() throws InvalidParams {
    var params =
        new RequestToModern(
                Introduction.legacy(
                    request("initialize", "{'protocolVersion':'2025-11-25','capabilities':{}}")))
            .params(
                "m",
                json(
                    "{'requestState':'s','inputResponses':{},'task':1,'_meta':{"
                        + "'io.modelcontextprotocol/logLevel':'debug',"
                        + "'io.modelcontextprotocol/clientInfo':{'name':'other'},"
                        + "'io.modelcontextprotocol/clientCapabilities':{'roots':{}}}}"));

    assertThat(text(params))
        .isEqualTo(
            "{'task':1,'_meta':{'io.modelcontextprotocol/clientCapabilities':{}," + VERSION + "}}");
  }

  @Test
  void theLogLevelOfTheSessionIsInEachRequest() throws InvalidParams {
    var client = client("{}").client().withLogLevel(LogLevel.WARNING);

    assertThat(text(new RequestToModern(client).params("m", null)))
        .contains("'io.modelcontextprotocol/logLevel':'warning'");
  }

  @Test
  void aNotificationNeedsNoIntroduction() throws InvalidParams {
    var cancelled = Wire.notification("notifications/cancelled", "{'requestId':1}");

    assertThat(client("{}").of(cancelled)).isSameAs(cancelled);
    assertThat(text(client("{}").of(message("{'jsonrpc':'2.0','id':1,'method':'m'}")).bytes()))
        .contains(VERSION);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{}",
        "{'protocolVersion':1,'capabilities':{}}",
        "{'protocolVersion':'2025-11-25'}",
        "{'protocolVersion':'2025-11-25','capabilities':[]}",
        "{'protocolVersion':'2025-11-25','capabilities':{},'clientInfo':'x'}",
      })
  void anIncompleteInitializeIsRefused(String params) {
    assertThatThrownBy(() -> Introduction.legacy(request("initialize", params)))
        .isInstanceOf(InvalidParams.class)
        .hasMessageStartingWith("Invalid params: ");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{}",
        "{'_meta':null}",
        "{'_meta':{'io.modelcontextprotocol/protocolVersion':'2026-07-28'}}",
        "{'_meta':{'io.modelcontextprotocol/clientCapabilities':{}}}",
        "{'_meta':{'io.modelcontextprotocol/protocolVersion':'2026-07-28',"
            + "'io.modelcontextprotocol/clientCapabilities':{},"
            + "'io.modelcontextprotocol/logLevel':'loud'}}",
        "{'_meta':{'io.modelcontextprotocol/protocolVersion':'2026-07-28',"
            + "'io.modelcontextprotocol/clientCapabilities':{},"
            + "'io.modelcontextprotocol/clientInfo':1}}",
      })
  @DisplayName("-32602: what each modern request must say")
  void anIncompleteModernRequestIsRefused(String params) {
    assertThatThrownBy(() -> Introduction.modern(request("tools/list", params)))
        .isInstanceOfSatisfying(
            InvalidParams.class,
            e ->
                assertThat(text(e.answer(RequestId.of(1))))
                    .startsWith(
                        "{'jsonrpc':'2.0','id':1,'error':{'code':-32602,'message':'Invalid params:"
                            + " _meta."));
  }

  @Test
  @DisplayName("A modern client's introduction is that of initialize upstream")
  void aModernClientIsIntroducedToALegacyServer() throws InvalidParams {
    var client =
        Introduction.modern(
            request(
                "tools/call",
                "{'_meta':{'io.modelcontextprotocol/protocolVersion':'2026-07-28',"
                    + "'io.modelcontextprotocol/clientCapabilities':{'elicitation':{'url':{}},"
                    + "'extensions':{'io.modelcontextprotocol/tasks':{},'com.example/ui':{'a':1}}},"
                    + "'io.modelcontextprotocol/logLevel':'error'}}"));

    assertThat(client.version()).isEqualTo("2026-07-28");
    assertThat(client.logLevel()).isEqualTo(LogLevel.ERROR);
    assertThat(client.capabilities().tasks()).isTrue();
    assertThat(
            text(
                client.initializeParams(
                    Revision.V2025_11_25, raw("{'name':'belay','version':'1'}"))))
        .isEqualTo(
            "{'protocolVersion':'2025-11-25','capabilities':{'elicitation':{'url':{}},"
                + "'extensions':{'com.example/ui':{'a':1}}},"
                + "'clientInfo':{'name':'belay','version':'1'}}");
    assertThat(
            text(
                new Introduction("2025-06-18", ClientCapabilities.NONE, raw("{'name':'c'}"), null)
                    .initializeParams(Revision.V2024_11_05, raw("{}"))))
        .isEqualTo("{'protocolVersion':'2024-11-05','capabilities':{},'clientInfo':{'name':'c'}}");
  }

  private static RequestToModern client(String capabilities) throws InvalidParams {
    return new RequestToModern(
        Introduction.legacy(
            request(
                "initialize",
                "{'protocolVersion':'2025-06-18','capabilities':"
                    + capabilities
                    + ",'clientInfo':{'name':'c','version':'1','x':0.10}}")));
  }
}
