package dev.belay.gateway.translate;

import static dev.belay.gateway.translate.Wire.json;
import static dev.belay.gateway.translate.Wire.raw;
import static dev.belay.gateway.translate.Wire.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.mcp.envelope.RawJson;
import dev.belay.mcp.era.Era;
import dev.belay.mcp.era.Revision;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayName("A server is introduced to a client of the other era as the server it is")
final class ServerIntroductionTest {
  private static final RawJson BELAY = raw("{'name':'belay','version':'1'}");

  @ParameterizedTest
  @CsvSource({
    "2024-11-05, V2024_11_05",
    "2025-03-26, V2025_03_26",
    "2025-06-18, V2025_06_18",
    "2025-11-25, V2025_11_25",
    "2026-07-28, V2025_11_25",
    "1999-01-01, V2025_11_25",
    ", V2025_11_25",
  })
  @DisplayName("initialize: the revision asked for if it is legacy and known, else the latest")
  void theRevisionIsAgreed(String requested, Revision agreed) {
    assertThat(ServerIntroduction.agreed(requested)).isEqualTo(agreed);
  }

  @Test
  void aModernServerAnswersInitialize() {
    var discovered =
        json(
            "{'resultType':'complete','supportedVersions':['2026-07-28'],'capabilities':"
                + "{'tools':{'listChanged':true},'resources':{'subscribe':true},'logging':{},'experimental':{'x':{}},'com.example/y':{"
                + " },'extensions':{'io.modelcontextprotocol/tasks':{}}},'instructions':'do','ttlMs':5,"
                + "'cacheScope':'public','n':1.0,'_meta':{'io.modelcontextprotocol/serverInfo':"
                + "{'name':'s','version':'2','icons':[]}}}");

    assertThat(text(ServerIntroduction.initializeResult(Revision.V2025_06_18, discovered, BELAY)))
        .isEqualTo(
            "{'capabilities':{'tools':{'listChanged':true},'resources':{'subscribe':true},"
                + "'logging':{},'experimental':{'x':{}},'com.example/y':{ }},'instructions':'do',"
                + "'n':1.0,'protocolVersion':'2025-06-18',"
                + "'serverInfo':{'name':'s','version':'2','icons':[]}}");
  }

  @Test
  void aServerWithoutANameIsGivenOne() {
    assertThat(text(ServerIntroduction.initializeResult(Revision.V2024_11_05, json("{}"), BELAY)))
        .isEqualTo(
            "{'protocolVersion':'2024-11-05','capabilities':{},"
                + "'serverInfo':{'name':'belay','version':'1'}}");
  }

  @Test
  @DisplayName("The legacy tasks capability is never shown to a modern client")
  void aLegacyServerIsDiscovered() {
    var initialized =
        json(
            "{'protocolVersion':'2025-11-25','capabilities':{'tasks':{'list':{}},'completions':{},"
                + "'extensions':{'io.modelcontextprotocol/tasks':{},'com.example/ui':{'a':1}},"
                + "'resources':{'subscribe':true,'x':1.0}},'serverInfo':{'name':'s','version':'2'},"
                + "'instructions':'do','n':1.0,'_meta':{'a':1}}");

    assertThat(text(ServerIntroduction.discoverResult(initialized)))
        .isEqualTo(
            "{'capabilities':{'completions':{},'extensions':{'com.example/ui':{'a':1}},"
                + "'resources':{'subscribe':true,'x':1.0}},'instructions':'do','n':1.0,"
                + "'_meta':{'a':1,'io.modelcontextprotocol/serverInfo':{'name':'s','version':'2'}},"
                + "'resultType':'complete','supportedVersions':['2026-07-28'],"
                + "'ttlMs':0,'cacheScope':'private'}");
  }

  @Test
  void aRemovedExtensionLeavesNoEmptyObject() {
    assertThat(
            text(
                ServerIntroduction.discoverResult(
                    json("{'capabilities':{'extensions':{'io.modelcontextprotocol/tasks':{}}}}"))))
        .isEqualTo(
            "{'capabilities':{},'resultType':'complete','supportedVersions':['2026-07-28'],"
                + "'ttlMs':0,'cacheScope':'private'}");
  }

  @Test
  void theIntroductionIsReadFromEitherResult() {
    assertThat(ServerIntroduction.serverInfo(json("{'serverInfo':{'name':'a' }}")))
        .isEqualTo(raw("{'name':'a' }"));
    assertThat(
            ServerIntroduction.serverInfo(
                json("{'_meta':{'io.modelcontextprotocol/serverInfo':{'name':'b'}}}")))
        .isEqualTo(raw("{'name':'b'}"));
    assertThat(ServerIntroduction.serverInfo(json("[]"))).isNull();
    assertThat(ServerIntroduction.capabilities(json("{'capabilities':{ 'tools':{}}}")))
        .isEqualTo(raw("{ 'tools':{}}"));
    assertThat(ServerIntroduction.capabilities(json("{}"))).isEqualTo(raw("{}"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{} | false | false",
        "{'tasks':{'requests':{'tools':{'call':{}}}}} | true | false",
        "{'tasks':{'list':{},'requests':{'tools':1}}} | false | false",
        "{'extensions':{'io.modelcontextprotocol/tasks':{}}} | false | true",
        "{'extensions':{'com.example/ui':{}}} | false | false",
      })
  void tasksAreDeclaredForOneEra(String capabilities, boolean legacy, boolean modern) {
    var said = json("{'capabilities':" + capabilities + "}");
    assertThat(ServerIntroduction.hasTasks(said, Era.LEGACY)).isEqualTo(legacy);
    assertThat(ServerIntroduction.hasTasks(said, Era.MODERN)).isEqualTo(modern);
  }
}
