package dev.belay.gateway.translate;

import static dev.belay.gateway.translate.Wire.error;
import static dev.belay.gateway.translate.Wire.json;
import static dev.belay.gateway.translate.Wire.raw;
import static dev.belay.gateway.translate.Wire.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.mcp.envelope.RequestId;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("No error reports to a client about another hop than its own")
final class ForeignErrorTest {
  private static final ClientCapabilities PAGES =
      ClientCapabilities.of(json("{'elicitation':{'url':{}}}"));

  @Test
  @DisplayName("-32002 is -32602 in the modern era, and still says which resource")
  void anUnknownResourceIsInvalidParamsInTheModernEra() {
    assertThat(
            toModern(
                "{'code':-32002,'message':'no such','data':{'uri':'a:b','n':1.0}}",
                "resources/read",
                ClientCapabilities.NONE))
        .isEqualTo(
            "{'jsonrpc':'2.0','id':7,'error':{'code':-32602,'message':'no such',"
                + "'data':{'uri':'a:b','n':1.0}}}");
  }

  @ParameterizedTest
  @ValueSource(ints = {-32020, -32021, -32022, -32023, -32042, -32050, -32099})
  @DisplayName("PEER-8: -32020 to -32099 of another hop never leave as such, but with their data")
  void reservedCodesAreInternalErrors(int code) {
    var failure = "{'code':" + code + ",'message':'said there','data':{'supported':['x']}}";
    var expected =
        "{'jsonrpc':'2.0','id':7,'error':{'code':-32603,'message':'The server refused the request"
            + " as Belay sent it, with error "
            + code
            + ": said there','data':{'supported':['x']}}}";

    assertThat(toModern(failure, "tools/call", ClientCapabilities.NONE)).isEqualTo(expected);
    assertThat(toModern(failure, "prompts/list", PAGES)).isEqualTo(expected);
    if (code >= -32022) {
      assertThat(toLegacy(failure, "tools/call", PAGES)).isEqualTo(expected);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {-32023, -32042, -32050, -32099})
  @DisplayName("PEER-8: in the legacy era a server's own codes pass as they are, with their data")
  void codesThatTheLegacyEraAllowsPass(int code) {
    var failure = "{'code':" + code + ",'message':'said there','data':{'a':1.0}}";
    assertThat(toLegacy(failure, "tools/call", PAGES))
        .isEqualTo("{'jsonrpc':'2.0','id':7,'error':" + failure + "}");
  }

  @ParameterizedTest
  @ValueSource(ints = {-32700, -32600, -32601, -32602, -32603, -32000, -32001, -32019, -32100, 5})
  void allOtherCodesPassWithTheirData(int code) {
    var failure = "{'code':" + code + ",'message':'m','data':{'a':1.0}}";
    var expected =
        "{'jsonrpc':'2.0','id':7,'error':{'code':" + code + ",'message':'m','data':{'a':1.0}}}";

    assertThat(toModern(failure, "tools/call", ClientCapabilities.NONE)).isEqualTo(expected);
    assertThat(toLegacy(failure, "tools/call", ClientCapabilities.NONE)).isEqualTo(expected);
  }

  @Test
  void anUnknownResourcePassesUnchangedToALegacyClient() {
    assertThat(toLegacy("{'code':-32602,'message':'m'}", "resources/read", PAGES))
        .contains("-32602");
  }

  @Test
  @DisplayName("PEER-5: -32021 names all that this client itself did not declare")
  void aMissingCapabilityIsThatOfTheClientsOwnDeclaration() {
    var failure =
        "{'code':-32021,'message':'m','data':{'requiredCapabilities':{'sampling':{'tools':{}},"
            + "'elicitation':{'url':{}},'extensions':{'io.modelcontextprotocol/tasks':{}}}}}";

    assertThat(toModern(failure, "tools/call", PAGES))
        .isEqualTo(
            "{'jsonrpc':'2.0','id':7,'error':{'code':-32021,'message':'The server needs a"
                + " capability that this client did not declare: {\\'sampling\\':"
                + "{\\'tools\\':{}},\\'extensions\\':{\\'io.modelcontextprotocol/tasks\\':{}}}.',"
                + "'data':{'requiredCapabilities':{'sampling':{'tools':{}},"
                + "'extensions':{'io.modelcontextprotocol/tasks':{}}}}}}");
  }

  @Test
  void declaredCapabilitiesAreNotReportedAsMissing() {
    var declared =
        "{'code':-32021,'message':'m','data':{'requiredCapabilities':{'elicitation':{'url':{}}}}}";
    assertThat(toModern(declared, "tools/call", PAGES)).contains("'code':-32603");
    // Tasks have another dialect in the legacy era, which has no way to declare these.
    var failure =
        "{'code':-32021,'message':'m','data':{'requiredCapabilities':{'elicitation':{'url':{}},"
            + "'extensions':{'io.modelcontextprotocol/tasks':{}}}}}";
    assertThat(toLegacy(failure, "tools/call", PAGES)).contains("'code':-32603");
  }

  @Test
  @DisplayName("C1: a legacy client's model reads in the tool's result what the client lacks")
  void aLegacyClientsMissingCapabilityIsAToolResult() {
    var fault =
        Fault.of(
            error("{'code':-32021,'message':'m','data':{'requiredCapabilities':{'roots':{}}}}"));
    var said = "The server needs a capability that this client did not declare: {\"roots\":{}}.";

    assertThat(ForeignError.toLegacy(fault, "tools/call", PAGES))
        .isEqualTo(new ErrorReply.ToolFailed(said));
    assertThat(ForeignError.toLegacy(fault, "prompts/get", PAGES))
        .isEqualTo(new ErrorReply.Failed(new Fault(-32603, said, null)));
  }

  @Test
  @DisplayName("-32042 becomes a question: the page to be opened, without its legacy id")
  void pagesToOpenBecomeQuestions() {
    var fault =
        Fault.of(
            error(
                "{'code':-32042,'message':'m','data':{'elicitations':["
                    + "{'mode':'url','elicitationId':'e1','url':'https://a','message':'x','n':1.0},"
                    + "{'elicitationId':'e2','url':'https://b','message':'y'}]}}"));

    var reply = ForeignError.toModern(fault, "tools/call", PAGES);

    assertThat(reply).isInstanceOf(ErrorReply.Asked.class);
    assertThat(
            text(
                new InputRequiredResult(((ErrorReply.Asked) reply).questions(), null).result(null)))
        .isEqualTo(
            "{'resultType':'input_required','inputRequests':{"
                + "'elicitation-1':{'method':'elicitation/create','params':"
                + "{'mode':'url','url':'https://a','message':'x','n':1.0}},"
                + "'elicitation-2':{'method':'elicitation/create','params':"
                + "{'url':'https://b','message':'y','mode':'url'}}}}");
  }

  @Test
  void pagesAreNotRequestedOfAClientWithoutThem() {
    var failure =
        "{'code':-32042,'message':'m','data':{'elicitations':[{'mode':'url','url':'https://a'}]}}";

    assertThat(toModern(failure, "tools/call", ClientCapabilities.NONE))
        .contains("'code':-32021")
        .contains("'data':{'requiredCapabilities':{'elicitation':{'url':{}}}}");
    assertThat(toModern(failure, "prompts/list", PAGES)).contains("'code':-32603");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"7", "{}", "{'elicitations':{}}", "{'elicitations':[]}", "{'elicitations':[{}]}"})
  void unreadablePagesAreAnInternalError(String data) {
    assertThat(toModern("{'code':-32042,'message':'m','data':" + data + "}", "tools/call", PAGES))
        .contains("'code':-32603");
  }

  @Test
  void aMalformedErrorIsAnInternalError() {
    assertThat(Fault.of(error("{'code':1E3,'message':'m'}")))
        .isEqualTo(new Fault(-32603, "m", null));
    assertThat(Fault.of(error("{'code':5,'message':'m','data':[ ]}")))
        .isEqualTo(new Fault(5, "m", raw("[ ]")));
  }

  private static String toModern(String error, String method, ClientCapabilities client) {
    return answer(ForeignError.toModern(Fault.of(error(error)), method, client));
  }

  private static String toLegacy(String error, String method, ClientCapabilities client) {
    return answer(ForeignError.toLegacy(Fault.of(error(error)), method, client));
  }

  private static String answer(ErrorReply reply) {
    assertThat(reply).isInstanceOf(ErrorReply.Failed.class);
    return text(((ErrorReply.Failed) reply).fault().answer(RequestId.of(7)));
  }
}
