package dev.belay.testkit.client;

import dev.belay.testkit.http.Head;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * An HTTP request to be sent as it is, valid or not.
 *
 * @param method the method, or any other beginning of the request line
 * @param target the path
 * @param fields the header fields; {@code Content-Length} is added unless there is one or a {@code
 *     Transfer-Encoding}, or the body is empty
 * @param body the body as text
 */
public record RawRequest(String method, String target, List<Head.Field> fields, String body) {
  /** Makes a defensive copy. */
  public RawRequest {
    fields = List.copyOf(fields);
  }

  /** {@return this request with one more field} */
  public RawRequest with(String name, String value) {
    var more = new ArrayList<>(fields);
    more.add(new Head.Field(name, value));
    return new RawRequest(method, target, more, body);
  }

  /** {@return this request with these fields added} */
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

  /** {@return this request with this value as the only field of that name} */
  public RawRequest replacing(String name, String value) {
    return without(name).with(name, value);
  }

  /** {@return this request with another body, as JSON unless a field sets the type} */
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

  /** {@return the bytes to be sent} */
  public byte[] bytes() {
    var bytes = new ByteArrayOutputStream();
    bytes.writeBytes(headBytes());
    bytes.writeBytes(body.getBytes(StandardCharsets.UTF_8));
    return bytes.toByteArray();
  }

  /** {@return the bytes of the head, with the empty line that ends it} */
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
