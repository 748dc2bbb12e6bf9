package dev.belay.mcp.server;

import dev.belay.core.text.SlowPatternException;
import dev.belay.core.text.StoppableText;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** A URI with plain variables such as {@code {id}} (RFC 6570, level 1), matched in reverse. */
final class UriTemplate {
  private static final Pattern VARIABLE = Pattern.compile("\\{([A-Za-z0-9_.]+)}");

  /** Some hundredths of a second. */
  private static final long LOOKS = 1_000_000;

  private final Pattern pattern;
  private final List<String> names = new ArrayList<>();

  UriTemplate(String template) {
    var regex = new StringBuilder();
    var matcher = VARIABLE.matcher(template);
    int end = 0;
    while (matcher.find()) {
      regex.append(Pattern.quote(template.substring(end, matcher.start()))).append("([^/]+)");
      names.add(matcher.group(1));
      end = matcher.end();
    }
    regex.append(Pattern.quote(template.substring(end)));
    pattern = Pattern.compile(regex.toString());
  }

  /** {@return the values of the variables, or null if the URI does not match} */
  @Nullable Map<String, String> match(String uri) {
    var matcher = pattern.matcher(new StoppableText(uri, LOOKS));
    try {
      if (!matcher.matches()) {
        return null;
      }
    } catch (SlowPatternException _) {
      // Many adjacent variables, and a URI that none of their combinations matches.
      return null;
    }
    var values = new LinkedHashMap<String, String>();
    for (int i = 0; i < names.size(); i++) {
      values.put(names.get(i), matcher.group(i + 1));
    }
    return values;
  }
}
