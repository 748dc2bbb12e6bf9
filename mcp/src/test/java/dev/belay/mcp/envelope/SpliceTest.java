package dev.belay.mcp.envelope;

import static dev.belay.mcp.envelope.Lines.parse;
import static dev.belay.mcp.envelope.Lines.text;
import static dev.belay.mcp.envelope.Lines.utf8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayName("Only what Belay governs is changed; the rest of the message is its sender's")
final class SpliceTest {
  private static final RequestId SEVEN = RequestId.of(7);

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{'id':'a','x':0.1000} | {'id':7,'x':0.1000}",
        "{ 'x' : 1E400 , 'id' : 'a' } | { 'x' : 1E400 , 'id' : 7 }",
      })
  void theIdIsReplacedWhereItStands(String before, String after) {
    assertThat(spliced(before, splice -> splice.id(SEVEN))).isEqualTo(after);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{'id':1} | {'params':{'_meta':{'progressToken':7}},'id':1}",
        "{'id':1,'params':null} | {'id':1,'params':{'_meta':{'progressToken':7}}}",
        "{'id':1,'params':{}} | {'id':1,'params':{'_meta':{'progressToken':7}}}",
        "{'id':1,'params':{ }} | {'id':1,'params':{'_meta':{'progressToken':7} }}",
        "{'id':1,'params':{'a':1}} | {'id':1,'params':{'_meta':{'progressToken':7},'a':1}}",
        "{'id':1,'params':{'_meta':null}} | {'id':1,'params':{'_meta':{'progressToken':7}}}",
        "{'id':1,'params':{'_meta':{}}} | {'id':1,'params':{'_meta':{'progressToken':7}}}",
        "{'id':1,'params':{'_meta':{'b':2}}} |"
            + " {'id':1,'params':{'_meta':{'progressToken':7,'b':2}}}",
        "{'id':1,'params':{'_meta':{'progressToken':'x'}}} |"
            + " {'id':1,'params':{'_meta':{'progressToken':7}}}",
        "{'id':1,'params':{'_met\\u0061':{'b':2}}} |"
            + " {'id':1,'params':{'_met\\u0061':{'progressToken':7,'b':2}}}",
      })
  @DisplayName("own progress tokens on each hop, also where the client sent none")
  void aTokenIsSetWhereverItBelongs(String before, String after) {
    assertThat(spliced(before, splice -> splice.set(Member.META_PROGRESS_TOKEN, SEVEN)))
        .isEqualTo(after);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{'timeout':1} | {}",
        "{ 'timeout' : 1 } | {  }",
        "{'timeout':1,'a':2} | {'a':2}",
        "{'a':2,'timeout':1} | {'a':2}",
        "{'a':2 , 'timeout':1 , 'b':3} | {'a':2 , 'b':3}",
        "{'timeout':1,'_timeout':2} | {}",
        "{'timeout':1,'_timeout':2,'a':3} | {'a':3}",
        "{'a':3,'timeout':1,'_timeout':2} | {'a':3}",
        "{'timeout':1,'a':3,'_timeout':2} | {'a':3}",
        "{'a':3,'timeout':1,'b':4,'_timeout':2,'c':5} | {'a':3,'b':4,'c':5}",
        "{'a':3} | {'a':3}",
      })
  @DisplayName("C28: the timeout hint is stripped before forwarding")
  void hintsAreTakenOutWithTheirCommas(String before, String after) {
    assertThat(
            spliced(
                "{'params':{'_meta':" + before + "}}",
                splice ->
                    splice.remove(Member.META_TIMEOUT).remove(Member.META_TIMEOUT_UNDERSCORE)))
        .isEqualTo("{'params':{'_meta':" + after + "}}");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{'timeout':1} | {'progressToken':7}",
        "{'timeout':1,'a':2} | {'progressToken':7,'a':2}",
        "{'progressToken':'x','timeout':1} | {'progressToken':7}",
        "{'timeout':1,'progressToken':'x'} | {'progressToken':7}",
      })
  void aTokenIsSetWhileTheHintGoes(String before, String after) {
    assertThat(
            spliced(
                "{'params':{'_meta':" + before + "}}",
                splice ->
                    splice.remove(Member.META_TIMEOUT).set(Member.META_PROGRESS_TOKEN, SEVEN)))
        .isEqualTo("{'params':{'_meta':" + after + "}}");
  }

  @Test
  @DisplayName("ids also hide in notifications and subscriptions")
  void hiddenIdsAreReplaced() {
    assertThat(
            spliced(
                "{'params':{'requestId':1,'reason':'r'}}",
                splice -> splice.set(Member.PARAMS_REQUEST_ID, SEVEN)))
        .isEqualTo("{'params':{'requestId':7,'reason':'r'}}");
    assertThat(
            spliced(
                "{'params':{'progressToken':'t','progress':0.50}}",
                splice -> splice.set(Member.PARAMS_PROGRESS_TOKEN, SEVEN)))
        .isEqualTo("{'params':{'progressToken':7,'progress':0.50}}");
    assertThat(
            spliced(
                "{'params':{'_meta':{'io.modelcontextprotocol/subscriptionId':'L1'}}}",
                splice -> splice.set(Member.META_SUBSCRIPTION_ID, SEVEN)))
        .isEqualTo("{'params':{'_meta':{'io.modelcontextprotocol/subscriptionId':7}}}");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{'content':[]} | {'content':[{'t':1}]}",
        "{'content':[ ]} | {'content':[ {'t':1}]}",
        "{'content':[{'a':1}],'x':2} | {'content':[{'a':1},{'t':1}],'x':2}",
        "{} | {'content':[{'t':1}]}",
        "{'x':2} | {'content':[{'t':1}],'x':2}",
        "{'content':5} | {'content':5}",
        "null | null",
        "[] | []",
      })
  void oneItemIsAddedToTheContentOfAResult(String before, String after) {
    assertThat(answered(before, splice -> splice.appendContent(utf8("{\"t\":1}"))))
        .isEqualTo(after);
  }

  @Test
  void anErrorIsNeverMadeAResult() {
    String line = "{\"jsonrpc\":\"2.0\",\"id\":1,\"error\":{\"code\":1}}";

    byte[] spliced =
        Splice.of(parse(line))
            .set(Member.RESULT_META_SUBSCRIPTION_ID, SEVEN)
            .appendContent(utf8("{}"))
            .bytes();

    assertThat(text(spliced)).isEqualTo(line);
  }

  @Test
  void wholeAndInPartAtOnceIsRefused() {
    var splice =
        Splice.of(
                parse(
                    "{\"jsonrpc\":\"2.0\",\"method\":\"m\",\"params\":{\"_meta\":{\"timeout\":1}}}"))
            .set(Member.PARAMS_META, utf8("{}"))
            .set(Member.META_TIMEOUT, utf8("2"));

    assertThatThrownBy(splice::bytes).isInstanceOf(IllegalStateException.class);
  }

  private static String spliced(String line, java.util.function.UnaryOperator<Splice> change) {
    String prefix = "{'jsonrpc':'2.0','method':'m',";
    String json = (prefix + line.substring(1)).replace('\'', '"');
    String out = text(change.apply(Splice.of(parse(json))).bytes()).replace('"', '\'');
    // A new member stands first in its object; in the table the envelope begins after it.
    int own = out.indexOf("'jsonrpc'");
    return "{" + out.substring(1, own) + out.substring(own + prefix.length() - 1);
  }

  private static String answered(String result, java.util.function.UnaryOperator<Splice> change) {
    String prefix = "{'jsonrpc':'2.0','id':1,'result':";
    Envelope envelope = parse((prefix + result + "}").replace('\'', '"'));
    String out = text(change.apply(Splice.of(envelope)).bytes()).replace('"', '\'');
    return out.substring(prefix.length(), out.length() - 1);
  }
}
