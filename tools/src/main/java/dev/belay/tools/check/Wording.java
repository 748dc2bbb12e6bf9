package dev.belay.tools.check;

import com.networknt.schema.Error;
import com.networknt.schema.path.NodePath;
import dev.belay.core.name.Nearest;
import dev.belay.tools.schema.WireNames;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;

/** Puts an error of the validator into words that a model can act on. */
final class Wording {
  private final JsonNode root;

  Wording(JsonNode root) {
    this.root = root;
  }

  Violation of(Error error) {
    var path = path(error.getInstanceLocation());
    return switch (error.getKeyword()) {
      case "required" -> missing(path, error);
      case "additionalProperties" -> unknown(path, error);
      case "oneOf" -> choice(path, error);
      case "enum" -> new Violation(path, oneOf(texts(error.getSchemaNode()), error));
      default -> new Violation(path, problem(error));
    };
  }

  private static String problem(Error error) {
    var limit = error.getSchemaNode();
    var value = error.getInstanceNode();
    var came = ", got " + Shown.value(value);
    return switch (error.getKeyword()) {
      case "type" -> "expected " + Shown.type(limit) + came + hint(limit, value);
      case "const" -> "expected " + Shown.value(limit) + came;
      case "minimum" -> "expected " + limit + " or more" + came;
      case "maximum" -> "expected " + limit + " or less" + came;
      case "exclusiveMinimum" -> "expected more than " + limit + came;
      case "exclusiveMaximum" -> "expected less than " + limit + came;
      case "minLength" -> "expected " + limit + " characters or more" + length(value);
      case "maxLength" -> "expected " + limit + " characters or fewer" + length(value);
      case "minItems" -> "expected " + limit + " items or more, got " + value.size();
      case "maxItems" -> "expected " + limit + " items or fewer, got " + value.size();
      case "minProperties" -> "expected " + limit + " entries or more, got " + value.size();
      case "maxProperties" -> "expected " + limit + " entries or fewer, got " + value.size();
      case "uniqueItems" -> "expected each item only once" + came;
      case "pattern" -> "expected a string that matches " + limit.asString() + came;
      case "format" -> "expected " + Shown.format(limit.asString()) + came;
      default -> Objects.requireNonNullElse(error.getMessage(), error.getKeyword()) + came;
    };
  }

  private static String length(JsonNode value) {
    var text = value.asString();
    return ", got " + text.codePointCount(0, text.length());
  }

  /** Returns a hint for a quoted number, a common mistake of models. */
  private static String hint(JsonNode type, JsonNode value) {
    boolean quoted =
        value.isString()
            && switch (type.asString("")) {
              case "integer" -> value.asString().matches("-?[0-9]{1,18}");
              case "number" -> value.asString().matches("-?[0-9]{1,18}([.][0-9]{1,18})?");
              case "boolean" -> value.asString().matches("true|false");
              default -> false;
            };
    return quoted ? ". Write " + value.asString() + " without quotes." : "";
  }

  private Violation missing(String path, Error error) {
    var name = error.getProperty();
    var schema = beside(error).path("properties").path(name);
    var description = schema.path("description").asString("");
    return new Violation(
        join(path, name),
        "missing; expected "
            + Shown.expected(schema)
            + (description.isEmpty() ? "" : ": " + Shown.cut(description)));
  }

  private Violation unknown(String path, Error error) {
    var name = error.getProperty();
    var known = beside(error).path("properties").propertyNames();
    var nearest = Nearest.to(name, known);
    if (nearest != null) {
      return new Violation(join(path, Shown.cut(name)), "unknown. Did you mean " + nearest + "?");
    }
    return new Violation(
        join(path, Shown.cut(name)),
        known.isEmpty()
            ? "unknown; nothing is taken here"
            : "unknown; what is taken is " + String.join(", ", known));
  }

  private Violation choice(String path, Error error) {
    var value = error.getInstanceNode();
    var names = new ArrayList<String>();
    for (var variant : error.getSchemaNode()) {
      var name = Choices.constant(root, variant);
      if (name != null) {
        names.add(name);
      }
    }
    if (names.isEmpty()) {
      return new Violation(path, "fits none of the forms that it may have, or several");
    }
    if (!value.isObject()) {
      return new Violation(
          path,
          "expected an object whose \"%s\" is one of %s, got %s"
              .formatted(WireNames.DISCRIMINATOR, quoted(names), Shown.value(value)));
    }
    var said = value.path(WireNames.DISCRIMINATOR);
    var at = join(path, WireNames.DISCRIMINATOR);
    return said.isMissingNode()
        ? new Violation(at, "missing; expected one of " + quoted(names))
        : new Violation(at, oneOf(names, said));
  }

  private static String oneOf(List<String> names, Error error) {
    return oneOf(names, error.getInstanceNode());
  }

  private static String oneOf(List<String> names, JsonNode value) {
    var text = "expected one of " + quoted(names) + ", got " + Shown.value(value);
    var nearest = value.isString() ? Nearest.to(value.asString(), names) : null;
    return nearest == null ? text : text + ". Did you mean \"" + nearest + "\"?";
  }

  private static List<String> texts(JsonNode values) {
    return values.valueStream().map(JsonNode::asString).toList();
  }

  private static String quoted(List<String> names) {
    return names.stream().map(name -> "\"" + name + "\"").collect(Collectors.joining(", "));
  }

  /** {@return the schema that contains the violated keyword} */
  private JsonNode beside(Error error) {
    var location = error.getSchemaLocation().getFragment().getParent();
    return location == null || location.getNameCount() == 0 ? root : root.at(location.toString());
  }

  private static String path(NodePath location) {
    var path = "";
    for (int i = 0; i < location.getNameCount(); i++) {
      path =
          location.getElement(i) instanceof Integer index
              ? path + "[" + index + "]"
              : join(path, Shown.cut(location.getName(i)));
    }
    return path;
  }

  private static String join(String path, String name) {
    return path.isEmpty() ? name : path + "." + name;
  }
}
