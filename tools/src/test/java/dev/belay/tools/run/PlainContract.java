package dev.belay.tools.run;

import dev.belay.tools.check.Checked;
import dev.belay.tools.check.Violation;
import dev.belay.tools.declare.ToolDeclaration;
import dev.belay.tools.result.Content;
import dev.belay.tools.result.ResultVersion;
import dev.belay.tools.result.ToolResult;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Accepts any object without "wrong" in it, and makes results of texts. */
final class PlainContract implements Contract {
  @Override
  public Checked check(ToolDeclaration tool, byte[] arguments) {
    var tree = JsonMapper.shared().readTree(arguments);
    return tree.has("wrong")
        ? new Checked.Rejected(List.of(new Violation("wrong", "there is no such argument")))
        : new Checked.Accepted((ObjectNode) tree);
  }

  @Override
  public ToolResult result(ToolDeclaration tool, @Nullable Object returned) {
    return returned instanceof ToolResult result ? result : ToolResult.text("" + returned);
  }

  @Override
  public byte[] write(ToolResult result, ResultVersion version) {
    var tree = JsonMapper.shared().createObjectNode();
    var content = tree.putArray("content");
    for (var piece : result.content()) {
      if (piece instanceof Content.Text(String text)) {
        content.addObject().put("type", "text").put("text", text);
      }
    }
    tree.put("isError", result.isError());
    if (version == ResultVersion.V2 && result.meta() != null) {
      tree.set("_meta", result.meta());
    }
    return tree.toString().getBytes(StandardCharsets.UTF_8);
  }
}
