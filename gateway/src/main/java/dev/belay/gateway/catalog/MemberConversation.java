package dev.belay.gateway.catalog;

import dev.belay.mcp.envelope.Envelope;
import dev.belay.mcp.envelope.JsonObject;
import dev.belay.mcp.envelope.Messages;
import dev.belay.mcp.envelope.RequestId;
import dev.belay.mcp.envelope.Splice;
import dev.belay.mcp.era.Era;
import dev.belay.mcp.session.Conversation;
import dev.belay.mcp.session.ReplyTo;
import dev.belay.mcp.session.TraceContext;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** The conversation of one client with one server of the catalog. */
final class MemberConversation extends ListFetch.Source implements ServerLists.Hearer {
  private final CatalogConversation client;
  private final CatalogMember member;
  private final Conversation conversation;

  /** The lists that are this client's own; null until it requests one. */
  private final AtomicReference<@Nullable ServerLists> lists = new AtomicReference<>();

  MemberConversation(CatalogConversation client, CatalogMember member) {
    super(client.link().id() + (member == client.sole() ? "" : "/" + member.name()));
    this.client = client;
    this.member = member;
    conversation = member.backend().open(this);
  }

  /** Opens it as the client opened the catalog, before any later request. */
  void open(Envelope initialize) {
    conversation.onRequest(own(initialize), ReplyTo.NONE);
    conversation.onNotification(
        Envelope.parseOwn(Messages.notification("notifications/initialized", null)));
  }

  /** Repeats a request that the client made to the catalog, or to another server. */
  void say(String method, byte[] params) {
    conversation.onRequest(
        Envelope.parseOwn(Messages.request(nextId(), method, params)), ReplyTo.NONE);
  }

  /**
   * Sends a request whose result others may use, so that it goes on when the client leaves it.
   *
   * @return the id by which it can be cancelled
   */
  RequestId ask(Envelope request, ReplyTo reply) {
    var own = own(request);
    conversation.onRequest(own, reply);
    return own.requireId();
  }

  private Envelope own(Envelope request) {
    return Envelope.parseOwn(Splice.of(request).id(nextId()).bytes());
  }

  CatalogMember member() {
    return member;
  }

  Conversation conversation() {
    return conversation;
  }

  /** {@return a list that is this client's own} */
  CompletableFuture<ServerLists.Fetched> get(ListKind kind, Era era) {
    var catalog = client.catalog();
    var fresh = new ServerLists(this, catalog.time(), catalog::patience, member, this);
    var known = lists.compareAndExchange(null, fresh);
    return (known == null ? fresh : known).get(kind, era);
  }

  @Override
  public String principal() {
    return client.link().principal();
  }

  @Override
  public @Nullable TraceContext trace() {
    return client.link().trace();
  }

  @Override
  public String door() {
    return client.link().door();
  }

  @Override
  public boolean tell(byte[] message) {
    return client.told(this, message, client.link()::tell);
  }

  @Override
  Conversation in(Era era) {
    return conversation;
  }

  @Override
  byte[] introduction() {
    var said = client.introduction();
    return said == null ? super.introduction() : said;
  }

  /** {@return params with a modern client's introduction alone} */
  static byte @Nullable [] introduction(Envelope request) {
    var span = request.params();
    var params = span == null ? null : JsonObject.of(request.bytes(), span);
    var meta = params == null ? null : params.object("_meta");
    return meta == null
        ? null
        : JsonObject.empty().set("_meta", meta.remove("progressToken").json()).json();
  }

  @Override
  public void arrived(ListKind kind, Era era) {
    client.hear(Envelope.parseOwn(Messages.notification(kind.news(), null)));
  }

  /** Does nothing: the client sees the failure on its next request. */
  @Override
  public void failed() {}
}
