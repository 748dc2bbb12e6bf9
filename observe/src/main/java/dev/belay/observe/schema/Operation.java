package dev.belay.observe.schema;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One method at one path, with its request and all its responses.
 *
 * @param path as its route has it, with variable parts in braces
 * @param id its name in generated clients
 * @param request the schema of its body; null for none
 * @param mayBeEmpty whether the body may be left out
 */
record Operation(
    String method,
    String path,
    String id,
    String summary,
    Entry entry,
    List<Parameter> parameters,
    @Nullable String request,
    boolean mayBeEmpty,
    List<DocumentedReply> replies) {
  Operation {
    parameters = List.copyOf(parameters);
    replies = List.copyOf(replies);
  }

  static Operation get(String path, String id, String summary) {
    return of("GET", path, id, summary);
  }

  static Operation post(String path, String id, String summary) {
    return of("POST", path, id, summary);
  }

  static Operation delete(String path, String id, String summary) {
    return of("DELETE", path, id, summary);
  }

  private static Operation of(String method, String path, String id, String summary) {
    return new Operation(
        method, path, id, summary, Entry.TOKEN, List.of(), null, /* mayBeEmpty= */ true, List.of());
  }

  /** {@return method and path, as routes are listed} */
  String route() {
    return method + " " + path;
  }

  Operation entered(Entry by) {
    return new Operation(method, path, id, summary, by, parameters, request, mayBeEmpty, replies);
  }

  Operation with(Parameter parameter) {
    var more = new ArrayList<>(parameters);
    more.add(parameter);
    return new Operation(method, path, id, summary, entry, more, request, mayBeEmpty, replies);
  }

  Operation taking(String schema) {
    return new Operation(
        method, path, id, summary, entry, parameters, schema, /* mayBeEmpty= */ false, replies);
  }

  Operation perhapsTaking(String schema) {
    return new Operation(
        method, path, id, summary, entry, parameters, schema, /* mayBeEmpty= */ true, replies);
  }

  Operation answering(DocumentedReply reply) {
    var more = new ArrayList<>(replies);
    more.add(reply);
    return new Operation(method, path, id, summary, entry, parameters, request, mayBeEmpty, more);
  }
}
