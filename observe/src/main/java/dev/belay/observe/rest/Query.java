package dev.belay.observe.rest;

import dev.belay.core.name.ShortText;
import dev.belay.http.route.Request;
import dev.belay.http.route.UrlText;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The parameters of a query, all of which are known. */
record Query(@Nullable String text) {
  /** A parameter cannot be taken. Its message says what can. */
  static final class WrongException extends Exception {
    private static final long serialVersionUID = 1L;

    WrongException(String message) {
      super(message);
    }
  }

  static Query of(Request request, String... known) throws WrongException {
    var text = request.query();
    for (var pair : text == null || text.isEmpty() ? new String[0] : text.split("&", -1)) {
      var name = ShortText.name(UrlText.decoded(pair.split("=", 2)[0]));
      if (!List.of(known).contains(name)) {
        var others = known.length == 0 ? " here" : "; there are " + String.join(", ", known);
        throw new WrongException("there is no parameter " + name + others);
      }
      if (!pair.contains("=")) {
        throw new WrongException("the parameter " + name + " has no value");
      }
    }
    return new Query(text);
  }

  @Nullable String text(String name) {
    return UrlText.parameter(text, name);
  }

  int number(String name, int least, int most, int otherwise) throws WrongException {
    var said = text(name);
    if (said == null) {
      return otherwise;
    }
    try {
      int number = Integer.parseInt(said);
      if (number >= least && number <= most) {
        return number;
      }
    } catch (NumberFormatException _) {
      // Said below.
    }
    throw new WrongException(
        name
            + " is a whole number from "
            + least
            + " to "
            + most
            + ", not "
            + ShortText.name(said));
  }
}
