package dev.belay.gateway.translate;

import static dev.belay.gateway.translate.Wire.json;
import static dev.belay.gateway.translate.Wire.message;
import static dev.belay.gateway.translate.Wire.request;
import static dev.belay.gateway.translate.Wire.text;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Objects;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayName("A modern client's request reaches a legacy server without what only its era has")
final class RequestToLegacyTest {
  private static final String INTRODUCTION =
      "'io.modelcontextprotocol/protocolVersion':'2026-07-28',"
          + "'io.modelcontextprotocol/clientCapabilities':{'roots':{}},"
          + "'io.modelcontextprotocol/clientInfo':{'name':'c','version':'1'},"
          + "'io.modelcontextprotocol/logLevel':'info'";

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "tools/list | {'_meta':{INTRO}} | {}",
        "tools/list | {'cursor':'','_meta':{INTRO}} | {'cursor':''}",
        "tools/list | {'_meta':{}} | {'_meta':{}}",
        "tools/list | {'_meta':7} | {'_meta':7}",
        "tools/list | {} | {}",
        "tools/list | [] | []",
        "m | {'_meta':{'progressToken':1.0,INTRO,'traceparent':'t','tracestate':'s','baggage':'b',"
            + "'com.example/x':{ }}} | {'_meta':{'progressToken':1.0,'traceparent':'t',"
            + "'tracestate':'s','baggage':'b','com.example/x':{ }}}",
        "m | {'task':{'ttl':1},'arguments':1} | {'task':{'ttl':1},'arguments':1}",
      })
  void onlyTheIntroductionIsRemoved(String method, String before, String after) {
    assertThat(params(method, before.replace("INTRO", INTRODUCTION))).isEqualTo(after);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{'name':'t'} | {'name':'t','arguments':{}}",
        "{'name':'t','arguments':{'n':1E3}} | {'name':'t','arguments':{'n':1E3}}",
        "{'name':'t','arguments':null} | {'name':'t','arguments':null}",
      })
  @DisplayName("A tool called without arguments gets an empty object, which some servers require")
  void absentArgumentsAreAnEmptyObject(String before, String after) {
    assertThat(params("tools/call", before)).isEqualTo(after);
  }

  @Test
  @DisplayName("A modern client's stray task param must not begin a legacy task")
  void aTaskParamIsRemoved() {
    assertThat(params("tools/call", "{'name':'t','arguments':{'task':1},'task':{'ttl':1}}"))
        .isEqualTo("{'name':'t','arguments':{'task':1}}");
  }

  @Test
  void theAnswersOfARetryAreRemoved() {
    assertThat(
            params(
                "prompts/get",
                "{'name':'p','inputResponses':{'k':{}},'x':0.10,'requestState':'s'}"))
        .isEqualTo("{'name':'p','x':0.10}");
  }

  @Test
  void aMessageWithoutParamsStaysAsItIs() {
    var message = message("{'jsonrpc':'2.0','method':'m'}");

    assertThat(RequestToLegacy.of(message)).isSameAs(message);
    assertThat(RequestToLegacy.params("m", null)).isNull();
  }

  @Test
  void theRestOfTheMessageIsUntouched() {
    var message =
        message(
            "{'id':1.0 ,'jsonrpc':'2.0','method':'m', 'params':{'_meta':{INTRO}}}"
                .replace("INTRO", INTRODUCTION));

    assertThat(text(RequestToLegacy.of(message).bytes()))
        .isEqualTo("{'id':1.0 ,'jsonrpc':'2.0','method':'m', 'params':{}}");
    assertThat(RequestToLegacy.of(request("m", "{'_meta':{" + INTRODUCTION + "}}")).method())
        .isEqualTo("m");
  }

  private static String params(String method, String params) {
    return text(Objects.requireNonNull(RequestToLegacy.params(method, json(params))));
  }
}
