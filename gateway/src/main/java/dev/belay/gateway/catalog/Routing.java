package dev.belay.gateway.catalog;

import dev.belay.gateway.translate.Fault;
import dev.belay.mcp.envelope.Envelope;
import dev.belay.mcp.envelope.ErrorCode;
import dev.belay.mcp.envelope.JsonObject;
import dev.belay.mcp.envelope.Member;
import dev.belay.mcp.envelope.Messages;
import dev.belay.mcp.era.Era;
import dev.belay.mcp.session.ReplyTo;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Resolves the server of a request by the names in it, and forwards it in that server's names. */
final class Routing {
  private final CatalogConversation client;
  private final @Nullable CatalogMember sole;
  private final Envelope request;
  private final NameLookup names;
  private final ProxiedRequest forwarded;

  Routing(CatalogConversation client, Envelope request, ReplyTo reply) {
    this.client = client;
    this.request = request;
    sole = client.sole();
    names = NameLookup.of(client.catalog(), client.sole(), client.link().principal());
    forwarded = new ProxiedRequest(client, request, reply);
  }

  static Era eraOf(Envelope request) {
    return request.has(Member.META_PROTOCOL_VERSION) ? Era.MODERN : Era.LEGACY;
  }

  static byte[] unknownMethod(Envelope request) {
    var text = "There is no method " + request.method() + " here.";
    return Messages.error(request.requireId(), ErrorCode.METHOD_NOT_FOUND, text);
  }

  void begin() {
    if (!client.enter(forwarded)) {
      return;
    }
    if (sole != null && !(request.method().equals("tools/call") && client.catalog().guards(sole))) {
      forwarded.go(List.of(new ProxiedRequest.Way(sole, request)));
      return;
    }
    switch (request.method()) {
      case "tools/call" -> named(ListKind.TOOLS);
      case "prompts/get" -> named(ListKind.PROMPTS);
      case "completion/complete" -> completion();
      case "resources/read", "resources/subscribe", "resources/unsubscribe" -> resource();
      default -> forwarded.answer(unknownMethod(request));
    }
  }

  private void named(ListKind kind) {
    var name = request.text(Member.PARAMS_NAME);
    if (name == null) {
      refuse("Invalid params: name is required");
      return;
    }
    find(
        List.of(kind),
        names.needsLists(kind, name),
        () -> names.find(kind, name),
        target -> new ProxiedRequest.Way(target.member(), Catalog.renamed(target, request)),
        () -> refuse(names.whyNot(kind, name)));
  }

  private void completion() {
    var span = request.params();
    var params = span == null ? null : JsonObject.of(request.bytes(), span);
    var ref = params == null ? null : params.object("ref");
    var name = ref == null ? null : ref.text("name");
    var uri = ref == null ? null : ref.text("uri");
    if (params != null && ref != null && uri == null && name != null) {
      completion(params, ref, name);
    } else if (uri != null) {
      owned(uri);
    } else {
      refuse("Invalid params: ref names neither a prompt nor a resource");
    }
  }

  private void completion(JsonObject params, JsonObject ref, String prompt) {
    find(
        List.of(ListKind.PROMPTS),
        /* isNeeded= */ false,
        () -> names.find(ListKind.PROMPTS, prompt),
        target -> {
          ref.setText("name", target.name());
          return new ProxiedRequest.Way(target.member(), request.withParams(params.json()));
        },
        () -> refuse(names.whyNot(ListKind.PROMPTS, prompt)));
  }

  private void resource() {
    var uri = request.text(Member.PARAMS_URI);
    if (uri == null) {
      refuse("Invalid params: uri is required");
    } else if (request.method().equals("resources/read")) {
      owned(uri, () -> unlisted(uri));
    } else {
      owned(uri);
    }
  }

  private void owned(String uri) {
    owned(uri, () -> refuse(noOwner(uri)));
  }

  private void owned(String uri, Runnable otherwise) {
    find(
        List.of(ListKind.RESOURCES, ListKind.TEMPLATES),
        /* isNeeded= */ false,
        () -> names.snapshot().ownerOf(uri),
        owner -> new ProxiedRequest.Way(owner, request),
        otherwise);
  }

  /**
   * For an unlisted resource: tries each server that has sent its lists, until one has it. If other
   * servers have not, a failure proves little, and the answer names them.
   */
  private void unlisted(String uri) {
    var ways = new ArrayList<ProxiedRequest.Way>();
    for (var member : names.snapshot().members()) {
      var has = member.inventory();
      if (has.isKnown(ListKind.RESOURCES) && has.mayHaveResources() && member.trouble() == null) {
        ways.add(new ProxiedRequest.Way(member, request));
      }
    }
    if (ways.isEmpty()) {
      refuse(noOwner(uri));
    } else if (names.missing(ListKind.RESOURCES).isEmpty()) {
      forwarded.go(ways);
    } else {
      forwarded.go(ways, refusal(noOwner(uri)));
    }
  }

  private String noOwner(String uri) {
    return "No server has a resource " + uri + "." + names.missing(ListKind.RESOURCES);
  }

  /** Looks at once, and again when lists have been read that were unknown. */
  private <T> void find(
      List<ListKind> kinds,
      boolean isNeeded,
      Supplier<@Nullable T> look,
      Function<T, ProxiedRequest.Way> way,
      Runnable otherwise) {
    var found = look.get();
    if (found != null) {
      forwarded.go(List.of(way.apply(found)));
      return;
    }
    names.find(
        kinds,
        isNeeded,
        eraOf(request),
        client::list,
        look,
        now -> {
          if (forwarded.isOver()) {
            return;
          }
          if (now == null) {
            otherwise.run();
          } else {
            forwarded.go(List.of(way.apply(now)));
          }
        },
        why ->
            forwarded.answer(Messages.error(request.requireId(), ErrorCode.INTERNAL_ERROR, why)));
  }

  private void refuse(String why) {
    forwarded.answer(refusal(why));
  }

  private byte[] refusal(String why) {
    var fault = new Fault(ErrorCode.INVALID_PARAMS.code(), why, null);
    var uri = request.text(Member.PARAMS_URI);
    return (uri == null ? fault : fault.about(uri)).answer(request.requireId());
  }
}
