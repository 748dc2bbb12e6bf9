package dev.belay.tools.javadoc;

import com.sun.source.doctree.DocTree;
import com.sun.source.doctree.EntityTree;
import com.sun.source.doctree.IndexTree;
import com.sun.source.doctree.LinkTree;
import com.sun.source.doctree.LiteralTree;
import com.sun.source.doctree.RawTextTree;
import com.sun.source.doctree.ReturnTree;
import com.sun.source.doctree.StartElementTree;
import com.sun.source.doctree.SummaryTree;
import com.sun.source.doctree.TextTree;
import com.sun.source.util.DocTrees;
import com.sun.source.util.SimpleDocTreeVisitor;
import org.jspecify.annotations.Nullable;

/** Converts Javadoc into plain text: a model has no use for tags. */
final class PlainText extends SimpleDocTreeVisitor<@Nullable Void, StringBuilder> {
  private final DocTrees trees;

  PlainText(DocTrees trees) {
    this.trees = trees;
  }

  @Override
  public @Nullable Void visitText(TextTree tree, StringBuilder text) {
    text.append(tree.getBody());
    return null;
  }

  @Override
  public @Nullable Void visitRawText(RawTextTree tree, StringBuilder text) {
    text.append(tree.getContent());
    return null;
  }

  @Override
  public @Nullable Void visitLiteral(LiteralTree tree, StringBuilder text) {
    text.append(tree.getBody().getBody());
    return null;
  }

  @Override
  public @Nullable Void visitEntity(EntityTree tree, StringBuilder text) {
    var characters = trees.getCharacters(tree);
    text.append(characters == null ? tree.toString() : characters);
    return null;
  }

  @Override
  public @Nullable Void visitLink(LinkTree tree, StringBuilder text) {
    if (tree.getLabel().isEmpty()) {
      text.append(tree.getReference().getSignature().replaceFirst("^#", "").replace('#', '.'));
    } else {
      visit(tree.getLabel(), text);
    }
    return null;
  }

  @Override
  public @Nullable Void visitReturn(ReturnTree tree, StringBuilder text) {
    text.append("Returns ");
    visit(tree.getDescription(), text);
    text.append('.');
    return null;
  }

  @Override
  public @Nullable Void visitSummary(SummaryTree tree, StringBuilder text) {
    visit(tree.getSummary(), text);
    return null;
  }

  @Override
  public @Nullable Void visitIndex(IndexTree tree, StringBuilder text) {
    tree.getSearchTerm().accept(this, text);
    return null;
  }

  /** Adds the only space between paragraphs and lines. */
  @Override
  public @Nullable Void visitStartElement(StartElementTree tree, StringBuilder text) {
    text.append(tree.getName().contentEquals("p") || tree.getName().contentEquals("br") ? " " : "");
    return null;
  }

  @Override
  protected @Nullable Void defaultAction(DocTree tree, StringBuilder text) {
    return null;
  }
}
