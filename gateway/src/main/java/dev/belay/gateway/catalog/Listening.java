package dev.belay.gateway.catalog;

import dev.belay.gateway.translate.InvalidParams;
import dev.belay.gateway.translate.SubscriptionFilter;
import dev.belay.gateway.translate.SubscriptionTranslation;
import dev.belay.mcp.envelope.Envelope;
import dev.belay.mcp.envelope.JsonObject;
import dev.belay.mcp.envelope.Messages;
import dev.belay.mcp.session.ReplyTo;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * A modern client's subscription (MCP 2026-07-28 §subscriptions): to changes of the catalog's
 * lists, which it hears from the catalog, and to resources, which it hears from their servers, each
 * under the same id.
 */
final class Listening extends OpenRequest {
  private final SubscriptionFilter wanted;
  private final List<MemberConversation> asked = new CopyOnWriteArrayList<>();

  /** The filter sent to each server. */
  private final Map<CatalogMember, SubscriptionFilter> shares = new ConcurrentHashMap<>();

  Listening(CatalogConversation client, Envelope request, ReplyTo reply) throws InvalidParams {
    super(client, request, reply);
    wanted = SubscriptionFilter.of(request).honouredBy(Presentation.CAPABILITIES);
  }

  void begin() {
    if (!client.enter(this)) {
      return;
    }
    client.catalog().joined(client);
    var uris = new LinkedHashMap<CatalogMember, Set<String>>();
    owners(uris);
    var honoured =
        new SubscriptionFilter(
            wanted.tools(), wanted.prompts(), wanted.resources(), all(uris), Set.of());
    reply.tell(honoured.acknowledgement(id()));
    for (var member : client.catalog().snapshot().members()) {
      boolean hearsItself = !member.backend().isShared();
      var share =
          new SubscriptionFilter(
              hearsItself && wanted.tools(),
              hearsItself && wanted.prompts(),
              hearsItself && wanted.resources(),
              uris.getOrDefault(member, Set.of()),
              Set.of());
      if (!share.isEmpty()) {
        ask(member, share);
      }
    }
    for (var member : List.copyOf(shares.keySet())) {
      // Races with a reload that has replaced a server and saw nothing of this yet.
      var next = client.catalog().successor(member);
      if (next != null) {
        replaced(member, next);
      }
    }
    // Races with the end of Belay, which may have read the open requests just before.
    if (client.catalog().hasEndedSubscriptions()) {
      finish();
    }
  }

  private void owners(Map<CatalogMember, Set<String>> uris) {
    var snapshot = client.catalog().snapshot();
    for (var uri : wanted.uris()) {
      var owner = snapshot.ownerOf(uri);
      if (owner != null) {
        uris.computeIfAbsent(owner, _ -> new LinkedHashSet<>()).add(uri);
      }
    }
  }

  private static Set<String> all(Map<CatalogMember, Set<String>> byOwner) {
    var all = new LinkedHashSet<String>();
    byOwner.values().forEach(all::addAll);
    return all;
  }

  private void ask(CatalogMember member, SubscriptionFilter share) {
    var to = client.with(member);
    shares.put(member, share);
    asked.add(to);
    var span = Objects.requireNonNull(request.params());
    var params = Objects.requireNonNull(JsonObject.of(request.bytes(), span));
    var filter = Objects.requireNonNull(JsonObject.of(share.listenParams()));
    params.set("notifications", Objects.requireNonNull(filter.raw("notifications")));
    to.conversation().onRequest(request.withParams(params.json()), new Part(to));
    // Races with the end of the subscription, which may have read the servers just before.
    if (isOver()) {
      to.conversation().onLeft(id());
    }
  }

  /** Another server has taken the place of one: it is asked for the same. */
  void replaced(CatalogMember gone, CatalogMember next) {
    var share = shares.remove(gone);
    if (share != null && !isOver()) {
      ask(next, share);
    }
  }

  /** A list of the catalog has changed. */
  void hear(Envelope news) {
    if (wanted.hears(news)) {
      reply.tell(SubscriptionTranslation.tagged(news, id()));
    }
  }

  /** Ends it with a result, since Belay is ending. */
  void finish() {
    if (end()) {
      reply.send(Messages.response(id(), SubscriptionTranslation.end(id(), Presentation.NAME)));
    }
  }

  @Override
  void cancelled(Envelope notification) {
    if (end()) {
      asked.forEach(to -> to.conversation().onNotification(notification));
      reply.nothing();
    }
  }

  @Override
  void left() {
    if (end()) {
      asked.forEach(to -> to.conversation().onLeft(id()));
      reply.nothing();
    }
  }

  /** The part of one server, whose end does not end the subscription. */
  private final class Part implements OwnReply {
    private final MemberConversation from;

    Part(MemberConversation from) {
      this.from = from;
    }

    @Override
    public void send(byte[] response) {
      asked.remove(from);
    }

    @Override
    public void nothing() {
      asked.remove(from);
    }

    @Override
    public boolean tell(byte[] message) {
      var told = Envelope.parseOwn(message);
      boolean isOwn = told.method().equals("notifications/subscriptions/acknowledged");
      return isOwn || isOver() || client.told(from, message, reply::tell);
    }
  }
}
