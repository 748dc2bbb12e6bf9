package dev.belay.mcp.envelope;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One page of a list, such as the result of {@code tools/list}.
 *
 * @param items the items as received
 * @param next the cursor of the next page; null at the end
 */
public record ListedPage(List<byte[]> items, @Nullable String next) {
  /**
   * {@return the page in a response; null if it has no such list}
   *
   * @param member the name of the list in the result
   */
  public static @Nullable ListedPage of(Envelope response, String member) {
    var result = response.result();
    var object = result == null ? null : JsonObject.of(response.bytes(), result);
    return object == null ? null : of(object, member);
  }

  /** {@return the page in a result; null if it has no such list} */
  public static @Nullable ListedPage of(JsonObject result, String member) {
    var list = result.raw(member);
    var items = list == null ? null : JsonArray.items(list);
    return items == null ? null : new ListedPage(items, result.text("nextCursor"));
  }

  /**
   * {@return the params of a request for a page}
   *
   * @param cursor the start of the page; null for the first
   * @param meta the value of {@code _meta}
   */
  public static byte[] params(@Nullable String cursor, String meta) {
    var at = cursor == null ? "" : "\"cursor\":" + JsonString.quote(cursor) + ",";
    return ("{" + at + "\"_meta\":" + meta + "}").getBytes(StandardCharsets.UTF_8);
  }
}
