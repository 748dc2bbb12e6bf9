package dev.belay.tools.check;

import com.networknt.schema.Error;
import dev.belay.tools.schema.WireNames;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * Selects the errors worth reporting: for a choice, those of the intended variant; for a value of
 * the wrong type, that error alone.
 */
final class Choices {
  private static final String ONE_OF = "oneOf";

  private final JsonNode root;
  private final Map<String, String> kept = new HashMap<>();

  private Choices(JsonNode root) {
    this.root = root;
  }

  static List<Error> settle(JsonNode root, List<Error> errors) {
    var choices = new Choices(root);
    var told = new ArrayList<Error>();
    for (var error : errors) {
      if (error.getKeyword().equals(ONE_OF)) {
        choices.note(error);
      }
    }
    for (var error : errors) {
      if (choices.isTold(error)) {
        told.add(error);
      }
    }
    return withoutConsequences(told);
  }

  private void note(Error choice) {
    var variant = meant(choice);
    var path = choice.getEvaluationPath().toString();
    kept.put(path, variant == null ? path : path + "/" + variant + "/");
  }

  /** {@return the variant that the value's discriminator names; null if it names none} */
  private @Nullable Integer meant(Error choice) {
    var said = choice.getInstanceNode().path(WireNames.DISCRIMINATOR);
    var variants = choice.getSchemaNode();
    for (int i = 0; i < variants.size(); i++) {
      var named = constant(root, variants.get(i));
      if (named != null && said.isString() && named.equals(said.asString())) {
        return i;
      }
    }
    return null;
  }

  /** {@return the discriminator's value of this variant; null if it has none} */
  static @Nullable String constant(JsonNode root, JsonNode variant) {
    var reference = variant.path("$ref").asString("");
    var schema = reference.startsWith("#/") ? root.at(reference.substring(1)) : variant;
    var constant = schema.path("properties").path(WireNames.DISCRIMINATOR).path("const");
    return constant.isString() ? constant.asString() : null;
  }

  private boolean isTold(Error error) {
    var path = error.getEvaluationPath().toString();
    for (var choice : kept.entrySet()) {
      boolean within = path.startsWith(choice.getKey() + "/");
      boolean isChoice = path.equals(choice.getKey());
      boolean settled = !choice.getValue().equals(choice.getKey());
      boolean meant = settled && path.startsWith(choice.getValue());
      if (isChoice ? settled : within && !meant) {
        return false;
      }
    }
    return true;
  }

  private static List<Error> withoutConsequences(List<Error> errors) {
    Set<String> wrongType = new HashSet<>();
    for (var error : errors) {
      if (error.getKeyword().equals("type")) {
        wrongType.add(error.getInstanceLocation().toString());
      }
    }
    return errors.stream()
        .filter(error ->
            error.getKeyword().equals("type")
                || !wrongType.contains(error.getInstanceLocation().toString()))
        .toList();
  }
}
