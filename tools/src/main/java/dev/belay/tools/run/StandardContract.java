package dev.belay.tools.run;

import dev.belay.tools.check.ArgumentBounds;
import dev.belay.tools.check.ArgumentCheck;
import dev.belay.tools.check.Checked;
import dev.belay.tools.declare.ToolDeclaration;
import dev.belay.tools.result.Normalizer;
import dev.belay.tools.result.ResultBounds;
import dev.belay.tools.result.ResultVersion;
import dev.belay.tools.result.ToolResult;
import dev.belay.tools.result.ToolResults;
import dev.belay.tools.result.UnusableResultException;
import dev.belay.tools.store.ResourceStore;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** The published contract: JSON Schema for arguments, the two forms for results. */
public final class StandardContract implements Contract {
  private final ArgumentBounds most;
  private final ResultBounds longest;
  private final @Nullable ResourceStore cut;
  private final Map<String, OfTool> byName = new ConcurrentHashMap<>();

  private record OfTool(ToolDeclaration tool, ArgumentCheck check, Normalizer normalizer) {}

  /** Creates a contract with the default bounds. */
  public StandardContract() {
    this(ArgumentBounds.DEFAULTS, ResultBounds.DEFAULTS);
  }

  /** Creates a contract with these bounds for arguments and results. */
  public StandardContract(ArgumentBounds most, ResultBounds longest) {
    this(most, longest, null);
  }

  /**
   * Creates a contract that also keeps cut output.
   *
   * @param cut the store; null for none
   */
  public StandardContract(ArgumentBounds most, ResultBounds longest, @Nullable ResourceStore cut) {
    this.most = most;
    this.longest = longest;
    this.cut = cut;
  }

  private OfTool of(ToolDeclaration tool) {
    var known = byName.get(tool.name());
    // Another tool may have taken the name since.
    if (known == null || !known.tool.equals(tool)) {
      known =
          new OfTool(
              tool,
              ArgumentCheck.of(tool.inputSchema(), most),
              new Normalizer(longest, tool.outputSchema()));
      byName.put(tool.name(), known);
    }
    return known;
  }

  @Override
  public Checked check(ToolDeclaration tool, byte[] arguments) {
    return of(tool).check().check(arguments);
  }

  @Override
  public ToolResult result(ToolDeclaration tool, @Nullable Object returned)
      throws UnusableResultException, InterruptedException {
    return of(tool).normalizer().of(returned);
  }

  @Override
  public ToolResult result(ToolDeclaration tool, @Nullable Object returned, String principal)
      throws UnusableResultException, InterruptedException {
    return cut == null
        ? result(tool, returned)
        : of(tool).normalizer().of(returned, cut.of(principal));
  }

  @Override
  public byte[] write(ToolResult result, ResultVersion version) {
    return ToolResults.write(result, version);
  }
}
