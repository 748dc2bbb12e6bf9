package dev.belay.gateway.translate;

import static dev.belay.gateway.translate.Wire.message;
import static dev.belay.gateway.translate.Wire.notification;
import static dev.belay.gateway.translate.Wire.raw;
import static dev.belay.gateway.translate.Wire.request;
import static dev.belay.gateway.translate.Wire.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belay.mcp.envelope.RequestId;
import java.util.Collections;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("A client receives the notifications that it requested, and no others")
final class SubscriptionFilterTest {
  private static final String ALL =
      "{'toolsListChanged':true,'promptsListChanged':true,'resourcesListChanged':true,"
          + "'resourceSubscriptions':['file:///b','file:///a'],'taskIds':['t']}";

  @Test
  void aFilterIsReadAndWrittenInItsOrder() throws InvalidParams {
    assertThat(text(filter(ALL).listenParams())).isEqualTo("{'notifications':" + ALL + "}");
    assertThat(filter("{'toolsListChanged':false,'resourceSubscriptions':[],'other':1}").isEmpty())
        .isTrue();
    assertThat(text(SubscriptionFilter.NONE.listenParams())).isEqualTo("{'notifications':{}}");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{}",
        "{'notifications':null}",
        "{'notifications':[]}",
        "{'notifications':{'toolsListChanged':1}}",
        "{'notifications':{'resourceSubscriptions':'a'}}",
        "{'notifications':{'resourceSubscriptions':[1]}}",
        "{'notifications':{'taskIds':{}}}",
      })
  @DisplayName("-32602: invalid filters")
  void anInvalidFilterIsRefused(String params) {
    assertThatThrownBy(() -> SubscriptionFilter.of(request("subscriptions/listen", params)))
        .isInstanceOf(InvalidParams.class);
  }

  @Test
  void aFilterIsBounded() {
    var uris = String.join(",", Collections.nCopies(1_025, "'a'"));

    assertThatThrownBy(() -> filter("{'resourceSubscriptions':[" + uris + "]}"))
        .isInstanceOf(InvalidParams.class)
        .hasMessage(
            "Invalid params: notifications.resourceSubscriptions is no array of at most 1024"
                + " strings");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{} | {}",
        "7 | {}",
        "{'tools':{'listChanged':true},'prompts':{},'resources':{'subscribe':false}} |"
            + " {'toolsListChanged':true}",
        "{'prompts':{'listChanged':true},'resources':{'listChanged':true}} |"
            + " {'promptsListChanged':true,'resourcesListChanged':true}",
        "{'resources':{'subscribe':true}} |"
            + " {'resourceSubscriptions':['file:///b','file:///a']}",
        "{'extensions':{'io.modelcontextprotocol/tasks':{}}} | {'taskIds':['t']}",
        "{'tasks':{'list':{}}} | {}",
      })
  @DisplayName("Notifications that the server cannot send are not acknowledged")
  void onlyNotificationsOfTheServerAreHonoured(String server, String honoured)
      throws InvalidParams {
    var filter = filter(ALL).honouredBy(raw(server));

    assertThat(text(filter.acknowledgement(RequestId.of("L1"))))
        .isEqualTo(
            "{'jsonrpc':'2.0','method':'notifications/subscriptions/acknowledged','params':"
                + "{'notifications':"
                + honoured
                + ",'_meta':{'io.modelcontextprotocol/subscriptionId':'L1'}}}");
  }

  @Test
  void anAcknowledgementIsReadLikeAFilter() throws InvalidParams {
    var asked = filter(ALL);

    assertThat(SubscriptionFilter.of(message(asked.acknowledgement(RequestId.of(1)))))
        .isEqualTo(asked);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{'toolsListChanged':true} | notifications/tools/list_changed | {} | true",
        "{'promptsListChanged':true} | notifications/tools/list_changed | {} | false",
        "{'promptsListChanged':true} | notifications/prompts/list_changed | {} | true",
        "{'resourcesListChanged':true} | notifications/prompts/list_changed | {} | false",
        "{'resourcesListChanged':true} | notifications/resources/list_changed | {} | true",
        "{'resourcesListChanged':true} | notifications/resources/updated | {'uri':'a:'} | false",
        "{'resourceSubscriptions':['a:b']} | notifications/resources/updated | {'uri':'a:b'} |"
            + " true",
        "{'resourceSubscriptions':['a:b']} | notifications/resources/updated |"
            + " {'uri':'a:b/c'} | true",
        "{'resourceSubscriptions':['a:b/']} | notifications/resources/updated |"
            + " {'uri':'a:b/c'} | true",
        "{'resourceSubscriptions':['a:b']} | notifications/resources/updated |"
            + " {'uri':'a:bc'} | false",
        "{'resourceSubscriptions':['a:b/c']} | notifications/resources/updated |"
            + " {'uri':'a:b'} | false",
        "{'resourceSubscriptions':['a:b']} | notifications/resources/updated | {} | false",
        "{'resourceSubscriptions':['a:b']} | notifications/resources/list_changed | {} | false",
        "{'taskIds':['t']} | notifications/tasks | {'taskId':'t'} | true",
        "{'taskIds':['t']} | notifications/tasks | {'taskId':'u'} | false",
        "{'taskIds':['t']} | notifications/tasks | {} | false",
        "{'toolsListChanged':true} | notifications/message | {} | false",
        "{'toolsListChanged':true} | notifications/progress | {} | false",
      })
  void aFilterMatchesOnlyItsNotifications(
      String filter, String method, String params, boolean heard) throws InvalidParams {
    assertThat(filter(filter).hears(notification(method, params))).isEqualTo(heard);
  }

  @Test
  @DisplayName("A legacy client's subscriptions become one filter, and the other way round")
  void legacySubscriptionsBecomeOneFilter() {
    var server = raw("{'tools':{'listChanged':true},'resources':{'subscribe':true}}");
    var lists = SubscriptionFilter.listsOf(server);

    assertThat(text(lists.listenParams())).isEqualTo("{'notifications':{'toolsListChanged':true}}");
    var two = lists.with("a:").with("b:").with("a:");
    assertThat(two.uris()).containsExactly("a:", "b:");
    assertThat(two.without("a:").without("c:").uris()).isEqualTo(Set.of("b:"));
    assertThat(two.without("a:").without("b:")).isEqualTo(lists);
    assertThat(text(SubscriptionFilter.subscribeParams("a:\"b"))).isEqualTo("{'uri':'a:\\'b'}");
  }

  @Test
  void notificationsAreTaggedWithTheirRequest() {
    var news = notification("notifications/resources/updated", "{'uri':'a:','n':1.0}");

    var tagged = message(SubscriptionTranslation.tagged(news, RequestId.of(5)));

    assertThat(text(tagged.bytes()))
        .contains("'_meta':{'io.modelcontextprotocol/subscriptionId':5}")
        .contains("'n':1.0");
    assertThat(text(SubscriptionTranslation.untagged(tagged).bytes()))
        .isEqualTo(text(news.bytes()));
    assertThat(
            text(
                SubscriptionTranslation.tagged(
                    message("{'jsonrpc':'2.0','method':'notifications/tools/list_changed'}"),
                    RequestId.of("x"))))
        .contains("'params':{'_meta':{'io.modelcontextprotocol/subscriptionId':'x'}}");
  }

  @Test
  void untaggedNotificationsStayUnchanged() {
    var bare = message("{'jsonrpc':'2.0','method':'m'}");

    assertThat(SubscriptionTranslation.untagged(bare)).isSameAs(bare);
    assertThat(text(SubscriptionTranslation.untagged(notification("m", "{ '_meta':{ } }")).bytes()))
        .isEqualTo("{'jsonrpc':'2.0','method':'m','params':{ '_meta':{ } }}");
  }

  @Test
  void aSubscriptionEndsWithAResultOfItsOwn() {
    assertThat(text(SubscriptionTranslation.end(RequestId.of("L1"), null)))
        .isEqualTo(
            "{'resultType':'complete','_meta':{'io.modelcontextprotocol/subscriptionId':'L1'}}");
    assertThat(text(SubscriptionTranslation.end(RequestId.of(1), raw("{'name':'s'}"))))
        .endsWith("'io.modelcontextprotocol/serverInfo':{'name':'s'}}}");
  }

  private static SubscriptionFilter filter(String filter) throws InvalidParams {
    return SubscriptionFilter.of(
        request("subscriptions/listen", "{'notifications':" + filter + "}"));
  }
}
