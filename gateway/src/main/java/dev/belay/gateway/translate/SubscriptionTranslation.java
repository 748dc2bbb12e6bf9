package dev.belay.gateway.translate;

import dev.belay.mcp.envelope.Envelope;
import dev.belay.mcp.envelope.JsonObject;
import dev.belay.mcp.envelope.Member;
import dev.belay.mcp.envelope.RawJson;
import dev.belay.mcp.envelope.RequestId;
import dev.belay.mcp.envelope.Splice;
import org.jspecify.annotations.Nullable;

/** Tags the notifications of a modern client's subscription with its request (§subscriptions). */
public final class SubscriptionTranslation {
  private SubscriptionTranslation() {}

  /** {@return the notification, tagged with that {@code subscriptions/listen}} */
  public static byte[] tagged(Envelope notification, RequestId listen) {
    return Splice.of(notification).set(Member.META_SUBSCRIPTION_ID, listen).bytes();
  }

  /** {@return the notification without a tag, for a legacy client} */
  public static Envelope untagged(Envelope notification) {
    var span = notification.params();
    var params = span == null ? null : JsonObject.of(notification.bytes(), span);
    if (params == null) {
      return notification;
    }
    Meta.strip(params, Meta.SUBSCRIPTION_ID);
    return notification.withParams(params.json());
  }

  /** {@return the result that ends a {@code subscriptions/listen}} */
  public static byte[] end(RequestId listen, @Nullable RawJson serverInfo) {
    var result = JsonObject.empty().setText(ResultType.KEY, ResultType.COMPLETE.wire());
    var meta = result.open(Meta.KEY).set(Meta.SUBSCRIPTION_ID, listen.json());
    if (serverInfo != null) {
      meta.set(Meta.SERVER_INFO, serverInfo);
    }
    return result.json();
  }
}
