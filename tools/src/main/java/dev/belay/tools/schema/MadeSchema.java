package dev.belay.tools.schema;

import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * A schema made from Java types at its first use.
 *
 * <p>Two threads with the first use at the same time make equal schemas.
 */
final class MadeSchema implements JsonSchema {
  /**
   * Makes the schema.
   *
   * <p>Not a lambda: linking one loads the classes of its signature, databind's among them.
   */
  interface Source {
    /** Returns a new schema, with the demands of Java if {@code strict}. */
    ObjectNode make(boolean strict);
  }

  private final Source source;
  private volatile byte @Nullable [] bytes;
  private volatile @Nullable ObjectNode tree;
  private volatile @Nullable ObjectNode checked;

  MadeSchema(Source source) {
    this.source = source;
  }

  @Override
  public byte[] bytes() {
    var made = bytes;
    if (made == null) {
      made = JsonMapper.shared().writeValueAsBytes(listed());
      bytes = made;
    }
    return made;
  }

  @Override
  public ObjectNode tree() {
    return listed().deepCopy();
  }

  private ObjectNode listed() {
    var made = tree;
    if (made == null) {
      made = source.make(false);
      tree = made;
    }
    return made;
  }

  @Override
  public ObjectNode checked() {
    var made = checked;
    if (made == null) {
      made = source.make(true);
      checked = made;
    }
    return made.deepCopy();
  }
}
