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
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Finds out whose a request is, by what it names, and hands it on in that server's words. */
final class Routing {
  private final CatalogConversation client;
  private final @Nullable CatalogMember sole;
  private final Envelope request;
  private final NameLookup names;
  private final Forwarded forwarded;

  Routing(CatalogConversation client, Envelope request, ReplyTo reply) {
    this.client = client;
    this.request = request;
    sole = client.sole();
    names = NameLookup.of(client.catalog(), client.sole(), client.link().principal());
    forwarded = new Forwarded(client, request, reply);
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
      forwarded.go(List.of(new Forwarded.Way(sole, request)));
      return;
    }
    switch (request.method()) {
      case "tools/call" -> named(ListKind.TOOLS);
      case "prompts/get" -> named(ListKind.PROMPTS);
      case "completion/complete" -> completion();
      case "resources/read", "resources/subscribe", "resources/unsubscribe" -> resource();
      case "tasks/get", "tasks/result", "tasks/update", "tasks/cancel" -> task();
      // Any other is unknown, tasks/list among them: it would list the tasks of others.
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
        () -> {
          var target = names.find(kind, name);
          return target == null ? null : List.of(way(target));
        },
        () -> names.whyNot(kind, name));
  }

  private Forwarded.Way way(CatalogSnapshot.Target target) {
    return new Forwarded.Way(target.member(), Catalog.renamed(target, request));
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
        () -> {
          var target = names.snapshot().find(ListKind.PROMPTS, prompt);
          if (target == null) {
            return null;
          }
          ref.setText("name", target.name());
          return List.of(new Forwarded.Way(target.member(), request.withParams(params.json())));
        },
        () -> names.whyNot(ListKind.PROMPTS, prompt));
  }

  private void resource() {
    var uri = request.text(Member.PARAMS_URI);
    if (uri == null) {
      refuse("Invalid params: uri is required");
    } else if (request.method().equals("resources/read")) {
      find(
          List.of(ListKind.RESOURCES, ListKind.TEMPLATES), () -> readable(uri), () -> noOwner(uri));
    } else {
      owned(uri);
    }
  }

  private void owned(String uri) {
    find(
        List.of(ListKind.RESOURCES, ListKind.TEMPLATES),
        () -> {
          var owner = owner(uri);
          return owner == null ? null : List.of(new Forwarded.Way(owner, request));
        },
        () -> noOwner(uri));
  }

  private @Nullable CatalogMember owner(String uri) {
    return names.snapshot().ownerOf(uri);
  }

  /** Its owner, or all who might be: each is asked until one knows it. */
  private @Nullable List<Forwarded.Way> readable(String uri) {
    var owner = owner(uri);
    if (owner != null) {
      return List.of(new Forwarded.Way(owner, request));
    }
    boolean isAllKnown =
        names.snapshot().members().stream().allMatch(member -> isKnown(member, ListKind.RESOURCES));
    if (!isAllKnown) {
      return null;
    }
    var ways = new ArrayList<Forwarded.Way>();
    for (var member : names.snapshot().members()) {
      if (member.inventory().mayHaveResources() && member.trouble() == null) {
        ways.add(new Forwarded.Way(member, request));
      }
    }
    return ways.isEmpty() ? null : ways;
  }

  private String noOwner(String uri) {
    return "No server has a resource " + uri + "." + names.unavailable();
  }

  private void task() {
    var task = request.text(Member.PARAMS_TASK_ID);
    var owners =
        task == null
            ? List.<CatalogMember>of()
            : client.catalog().tasks().of(client, request, task);
    if (owners.size() > 1) {
      refuse(
          "Several servers have a task "
              + task
              + ": "
              + String.join(", ", owners.stream().map(CatalogMember::name).toList())
              + ".");
    } else if (owners.isEmpty() || !names.snapshot().members().contains(owners.getFirst())) {
      refuse("There is no such task.");
    } else {
      forwarded.go(List.of(new Forwarded.Way(owners.getFirst(), request)));
    }
  }

  /** Looks at once, and again when lists have been read that were unknown. */
  private void find(
      List<ListKind> kinds,
      Supplier<@Nullable List<Forwarded.Way>> ways,
      Supplier<String> otherwise) {
    var found = ways.get();
    if (found != null) {
      forwarded.go(found);
      return;
    }
    var _ =
        names
            .lists(kinds, eraOf(request), client::list)
            .thenRun(() -> {
              var now = ways.get();
              if (now == null) {
                refuse(otherwise.get());
              } else {
                forwarded.go(now);
              }
            });
  }

  private static boolean isKnown(CatalogMember member, ListKind kind) {
    return member.inventory().isKnown(kind);
  }

  private void refuse(String why) {
    var fault = new Fault(ErrorCode.INVALID_PARAMS.code(), why, null);
    var uri = request.text(Member.PARAMS_URI);
    forwarded.answer((uri == null ? fault : fault.about(uri)).answer(request.requireId()));
  }
}
