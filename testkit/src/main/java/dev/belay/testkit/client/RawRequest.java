package dev.belay.testkit.client;

import dev.belay.testkit.http.Head;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * An HTTP request as it is to go over the wire, which need not be a right one.
 *
 * @param method the method, or anything else that begins the request line
 * @param target the path
 * @param fields the header fields; {@code Content-Length} is added unless there is one or a {@code
 *     Transfer-Encoding}, or the body is empty
 * @param body the body as text
 */
public record RawRequest(String method, String target, List<Head.Field> fields, String body) {
  /** Keeps a copy of the fields. */
  public RawRequest {
    fields = List.copyOf(fields);
  }

  /** {@return this request with one more field} */
  public RawRequest with(String name, String value) {
    var more = new ArrayList<>(fields);
    more.add(new Head.Field(name, value));
    return new RawRequest(method, target, more, body);
  }

  /** {@return this request with these fields as well} */
  public RawRequest withAll(List<Head.Field> added) {
    var more = new ArrayList<>(fields);
    more.addAll(added);
    return new RawRequest(method, target, more, body);
  }

  /** {@return this request without the fields of this name} */
  public RawRequest without(String name) {
    return new RawRequest(
        method,
        target,
        fields.stream().filter(field -> !field.name().equalsIgnoreCase(name)).toList(),
        body);
  }

  /** {@return this request with one field of this name and this value} */
  public RawRequest replacing(String name, String value) {
    return without(name).with(name, value);
  }

  /** {@return this request with another body, which is JSON unless a field says otherwise} */
  public RawRequest withBody(String text) {
    var another = new RawRequest(method, target, fields, text);
    return text.isEmpty() || has("Content-Type")
        ? another
        : another.with("Content-Type", "application/json");
  }

  /** {@return this request with another path} */
  public RawRequest to(String path) {
    return new RawRequest(method, path, fields, body);
  }

  /** {@return what goes over the wire} */
  public byte[] bytes() {
    var bytes = new ByteArrayOutputStream();
    bytes.writeBytes(headBytes());
    bytes.writeBytes(body.getBytes(StandardCharsets.UTF_8));
    return bytes.toByteArray();
  }

  /** {@return the head alone, with the empty line that ends it} */
  public byte[] headBytes() {
    var head = new StringBuilder(method).append(' ').append(target).append(" HTTP/1.1\r\n");
    for (var field : fields) {
      head.append(field.name()).append(": ").append(field.value()).append("\r\n");
    }
    if (!body.isEmpty() && !has("Content-Length") && !has("Transfer-Encoding")) {
      head.append("Content-Length: ");
      head.append(body.getBytes(StandardCharsets.UTF_8).length).append("\r\n");
    }
    return head.append("\r\n").toString().getBytes(StandardCharsets.ISO_8859_1);
  }

  private boolean has(String name) {
    return fields.stream().anyMatch(field -> field.name().equalsIgnoreCase(name));
  }
}
