package dev.belay.tools.javadoc;

import com.sun.source.doctree.DocCommentTree;
import com.sun.source.doctree.DocTree;
import com.sun.source.doctree.ParamTree;
import com.sun.source.util.DocTrees;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import javax.lang.model.element.Element;

/** Extracts first sentences from Javadoc, without tags and markup. */
final class Sentences {
  private final DocTrees trees;

  Sentences(DocTrees trees) {
    this.trees = trees;
  }

  /** {@return the first sentence about an element; empty if there is none} */
  Optional<String> of(Element element) {
    return comment(element).map(DocCommentTree::getFirstSentence).flatMap(this::plain);
  }

  /** {@return the first sentence of the {@code @param} of an element} */
  Optional<String> ofParameter(Element element, String name) {
    return comment(element).stream()
        .flatMap(comment -> comment.getBlockTags().stream())
        .flatMap(tag -> tag instanceof ParamTree param ? Stream.of(param) : Stream.empty())
        .filter(param -> !param.isTypeParameter() && param.getName().toString().equals(name))
        .findFirst()
        .map(param -> trees.getFirstSentence(param.getDescription()))
        .flatMap(this::plain);
  }

  private Optional<DocCommentTree> comment(Element element) {
    return Optional.ofNullable(trees.getDocCommentTree(element));
  }

  private Optional<String> plain(List<? extends DocTree> sentence) {
    var text = new StringBuilder();
    new PlainText(trees).visit(sentence, text);
    var plain = text.toString().strip().replaceAll("\\s+", " ");
    return plain.isEmpty() ? Optional.empty() : Optional.of(plain);
  }
}
