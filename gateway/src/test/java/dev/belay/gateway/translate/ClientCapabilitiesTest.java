package dev.belay.gateway.translate;

import static dev.belay.gateway.translate.Wire.json;
import static dev.belay.gateway.translate.Wire.text;
import static org.assertj.core.api.Assertions.assertThat;

import dev.belay.mcp.era.Revision;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayName("A client gets only questions that it declared")
final class ClientCapabilitiesTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{'elicitation':{}} | elicitation/create | {} | true",
        "{'elicitation':{}} | elicitation/create | {'mode':'form'} | true",
        "{'elicitation':{}} | elicitation/create | {'mode':'url'} | false",
        "{'elicitation':{'form':{}}} | elicitation/create | {} | true",
        "{'elicitation':{'url':{}}} | elicitation/create | {} | false",
        "{'elicitation':{'url':{}}} | elicitation/create | {'mode':'url'} | true",
        "{'elicitation':{'form':{},'url':{}}} | elicitation/create | {'mode':'odd'} | false",
        "{'elicitation':{'form':{},'url':{}}} | elicitation/create | {'mode':5} | false",
        "{'elicitation':null} | elicitation/create | {} | false",
        "{} | elicitation/create | {} | false",
        "{'sampling':{}} | sampling/createMessage | {} | true",
        "{'sampling':{}} | sampling/createMessage | {'tools':[]} | false",
        "{'sampling':{}} | sampling/createMessage | {'toolChoice':{}} | false",
        "{'sampling':{'tools':{}}} | sampling/createMessage | {'tools':[]} | true",
        // Older clients take it, and know no name for it.
        "{'sampling':{}} | sampling/createMessage | {'includeContext':'allServers'} | true",
        "{'sampling':true} | sampling/createMessage | {} | false",
        "{'roots':{'listChanged':true}} | roots/list | {} | true",
        "{} | roots/list | {} | false",
        "{'roots':{}} | other/method | {} | false",
        "[] | roots/list | {} | false",
      })
  void onlyDeclaredQuestionsAreAllowed(
      String declared, String method, String params, boolean allowed) {
    assertThat(ClientCapabilities.of(json(declared)).allows(method, json(params)))
        .isEqualTo(allowed);
  }

  @Test
  void aQuestionMayHaveNoParams() {
    assertThat(ClientCapabilities.of(json("{'roots':{}}")).allows("roots/list", null)).isTrue();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "elicitation/create | {} | {'elicitation':{'form':{}}}",
        "elicitation/create | {'mode':'url'} | {'elicitation':{'url':{}}}",
        "sampling/createMessage | {} | {'sampling':{}}",
        "sampling/createMessage | {'tools':[]} | {'sampling':{'tools':{}}}",
        "roots/list | {} | {'roots':{}}",
        "ping | {} | {}",
      })
  @DisplayName("-32021 contains the required capabilities as an object")
  void requiredCapabilitiesAreAnObject(String method, String params, String required) {
    assertThat(text(ClientCapabilities.required(method, json(params)))).isEqualTo(required);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "V2026_07_28 | {'roots':{},'sampling':{'context':{},'tools':{}},"
            + "'elicitation':{'form':{},'url':{}},'extensions':{'com.example/a':{'x':1.0},'z/z':{}}}",
        "V2025_11_25 | {'roots':{},'sampling':{'context':{},'tools':{}},"
            + "'elicitation':{'form':{},'url':{}},'extensions':{'com.example/a':{'x':1.0},'z/z':{}}}",
        "V2025_06_18 | {'roots':{},'sampling':{},'elicitation':{},"
            + "'extensions':{'com.example/a':{'x':1.0},'z/z':{}}}",
        "V2025_03_26 | {'roots':{},'sampling':{},"
            + "'extensions':{'com.example/a':{'x':1.0},'z/z':{}}}",
        "V2024_11_05 | {'roots':{},'sampling':{},"
            + "'extensions':{'com.example/a':{'x':1.0},'z/z':{}}}",
      })
  void eachRevisionGetsTheCapabilitiesItDefines(Revision revision, String expected) {
    var all =
        ClientCapabilities.of(
            json(
                "{'experimental':{'x':{}},'tasks':{'list':{}},'roots':{'listChanged':true},"
                    + "'sampling':{'context':{},'tools':{}},'elicitation':{'url':{},'form':{}},"
                    + "'extensions':{'z/z':{},'com.example/a':{'x':1.0},'odd':7,"
                    + "'io.modelcontextprotocol/tasks':{}}}"));

    assertThat(text(all.relayed().json(revision))).isEqualTo(expected);
    assertThat(all.tasks()).isTrue();
    assertThat(all.relayed().tasks()).isFalse();
  }

  @Test
  void aPageAloneIsNoElicitationBefore20251125() {
    var pages = ClientCapabilities.of(json("{'elicitation':{'url':{}}}"));

    assertThat(text(pages.json(Revision.V2025_06_18))).isEqualTo("{}");
    assertThat(text(pages.json(Revision.V2025_11_25))).isEqualTo("{'elicitation':{'url':{}}}");
  }

  @Test
  @DisplayName("Clients with the same capabilities are equal, in any spelling")
  void capabilitiesThatAllowTheSameAreEqual() {
    assertThat(ClientCapabilities.of(json("{ 'elicitation' : { } }")))
        .isEqualTo(ClientCapabilities.of(json("{'elicitation':{'form':{'x':1}},'tasks':{}}")))
        .isNotEqualTo(ClientCapabilities.of(json("{'elicitation':{'url':{}}}")));
    assertThat(ClientCapabilities.of(json("{}"))).isEqualTo(ClientCapabilities.NONE);
    assertThat(ClientCapabilities.NONE.isNone()).isTrue();
    assertThat(text(ClientCapabilities.NONE.json())).isEqualTo("{}");
  }

  @Test
  void declaredCapabilitiesAreNotMissing() {
    var needed =
        ClientCapabilities.of(
            json("{'sampling':{'context':{}},'roots':{},'extensions':{'a/a':{},'b/b':{}}}"));
    var declared =
        ClientCapabilities.of(json("{'sampling':{},'roots':{},'extensions':{'b/b':{'x':1}}}"));

    assertThat(text(declared.missing(needed).json()))
        .isEqualTo("{'sampling':{'context':{}},'extensions':{'a/a':{}}}");
    assertThat(needed.missing(needed)).isEqualTo(ClientCapabilities.NONE);
  }
}
