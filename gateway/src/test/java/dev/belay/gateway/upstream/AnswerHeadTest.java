package dev.belay.gateway.upstream;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class AnswerHeadTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{\"jsonrpc\":\"2.0\",\"id\":7,\"result\":{\"x | 7",
        " { \"jsonrpc\" : \"2.0\" , \"id\" : 7 , \"error\" : | 7",
        "{\"id\":12,\"result\":[ | 12",
        "{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"x\" | -1",
        "{\"jsonrpc\":\"2.0\",\"id\":\"7\",\"result\":{ | -1",
        "{\"jsonrpc\":\"2.0\",\"id\":-7,\"result\":{ | -1",
        "{\"jsonrpc\":\"2.0\",\"id\":7.0,\"result\":{ | -1",
        "{\"jsonrpc\":\"2.0\",\"id\":99999999999999999999,\"result\":{ | -1",
        "{\"result\":{\"id\":7,\"result\":1 | -1",
        "xxxxxxxx | -1"
      })
  void onlyAnIdBeforeTheResultIsRead(String start, long id) {
    assertThat(AnswerHead.id(start)).isEqualTo(id);
  }
}
