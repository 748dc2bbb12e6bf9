package dev.belay.gateway.catalog;

import dev.belay.mcp.envelope.Envelope;
import dev.belay.mcp.envelope.JsonObject;
import dev.belay.mcp.envelope.Messages;
import dev.belay.mcp.envelope.RequestId;
import dev.belay.mcp.envelope.Splice;
import dev.belay.mcp.era.Era;
import dev.belay.mcp.era.ModernMeta;
import dev.belay.mcp.session.ClientLink;
import dev.belay.mcp.session.Conversation;
import dev.belay.mcp.session.TraceContext;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** One client and one server of the catalog: the client's words, as far as they are for it. */
final class MemberConversation implements ClientLink, ListSource, MemberLists.Hearer {
  private static final byte[] NOTHING = {'{', '}'};

  private final CatalogConversation client;
  private final CatalogMember member;
  private final OwnIds ids;
  private final Conversation conversation;
  private final MemberLists lists;

  MemberConversation(CatalogConversation client, CatalogMember member) {
    this.client = client;
    this.member = member;
    ids = new OwnIds(id());
    conversation = member.backend().open(this);
    var catalog = client.catalog();
    lists = new MemberLists(this, catalog.time(), catalog::patience, member.offer(), this);
  }

  /** Opens it as the client opened the catalog; what is asked next comes after it. */
  void open(Envelope initialize) {
    conversation.onRequest(own(initialize), Discarded.INSTANCE);
    conversation.onNotification(
        ListFetch.ours(Messages.notification("notifications/initialized", null)));
  }

  /** Tells it something that the client has told the catalog, whose answer nobody needs. */
  void repeat(Envelope request) {
    conversation.onRequest(own(request), Discarded.INSTANCE);
  }

  private Envelope own(Envelope request) {
    return ListFetch.ours(Splice.of(request).id(nextId()).bytes());
  }

  CatalogMember member() {
    return member;
  }

  Conversation conversation() {
    return conversation;
  }

  /** {@return a list that is this client's own} */
  CompletableFuture<Fetched> get(ListKind kind, Era era) {
    return lists.get(kind, era);
  }

  @Override
  public String principal() {
    return client.link().principal();
  }

  @Override
  public String id() {
    return client.link().id() + "/" + member.name();
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
  public Conversation in(Era era) {
    return conversation;
  }

  @Override
  public byte[] params(Era era) {
    return switch (era) {
      case LEGACY -> NOTHING;
      case MODERN -> {
        var said = client.introduction();
        yield said == null ? ModernMeta.params() : said;
      }
    };
  }

  /** {@return params that say who a modern client is, and nothing else} */
  static byte @Nullable [] introduction(Envelope request) {
    var span = request.params();
    var params = span == null ? null : JsonObject.of(request.bytes(), span);
    var meta = params == null ? null : params.object("_meta");
    return meta == null
        ? null
        : JsonObject.empty().set("_meta", meta.remove("progressToken").json()).json();
  }

  @Override
  public RequestId nextId() {
    return ids.next();
  }

  @Override
  public void arrived(ListKind kind, Era era) {
    client.hear(ListFetch.ours(Messages.notification(kind.news(), null)));
  }

  /** The client sees it when it asks again. */
  @Override
  public void failed() {}
}
