package dev.belay.gateway.turn;

import dev.belay.config.Concurrency;
import dev.belay.config.Glob;
import dev.belay.core.lane.Lane;
import dev.belay.core.lane.Lane.Access;
import dev.belay.mcp.envelope.JsonObject;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Determines the lane of a tool's call within its turn (C19): by configuration; else exclusive for
 * the tools that change a workspace (S1-63) and those that declare to be destructive; else
 * parallel.
 *
 * <p>If an argument is configured to name the resource that a call reads or writes, the call
 * conflicts only with those of the same resource; a call without that argument runs alone.
 */
final class TurnLanes {
  /** Names of such tools, without that of the server. */
  private static final Set<String> EXCLUSIVE =
      Set.of("exec", "write", "edit", "write_file", "edit_file");

  /** Names of tools that read what those write. */
  private static final Set<String> READERS =
      Set.of("read", "read_file", "read_text_file", "read_media_file");

  /** The argument of both that names the file. */
  private static final String PATH = "path";

  private static final String GIT = "git_";

  private TurnLanes() {}

  /**
   * {@return the lane of a call}
   *
   * @param configured the lane of the tool in the configuration; null if there is none
   * @param unannotated the default for tools that declare nothing
   * @param workspace the directory of the turn; null if unknown
   */
  static Lane of(
      AskedTool call,
      dev.belay.config.@Nullable LaneSettings configured,
      Declared declared,
      Concurrency unannotated,
      @Nullable Path workspace) {
    var said = configured == null ? null : configured.concurrency();
    var key = configured == null ? null : configured.key();
    var bare = Glob.bare(call.name());
    if (key != null) {
      var access = access(bare, said, declared);
      var resource = resource(call.input(), key, workspace);
      return resource == null ? new Lane.Exclusive() : new Lane.Keyed(resource, access);
    }
    return switch (said == null ? own(bare, declared, unannotated) : said) {
      case EXCLUSIVE -> new Lane.Exclusive();
      case PARALLEL -> said == null ? beside(call, bare, workspace) : new Lane.Parallel();
    };
  }

  /** A reader of a file waits for keyed calls that write it. */
  private static Lane beside(AskedTool call, String bare, @Nullable Path workspace) {
    var file = READERS.contains(bare) ? resource(call.input(), PATH, workspace) : null;
    return file == null ? new Lane.Parallel() : new Lane.Keyed(file, Access.READ);
  }

  /** An unknown tool may write. */
  private static Access access(String bare, @Nullable Concurrency said, Declared declared) {
    if (said != null) {
      return switch (said) {
        case EXCLUSIVE -> Access.WRITE;
        case PARALLEL -> Access.READ;
      };
    }
    boolean isReader = READERS.contains(bare) || declared == Declared.READS;
    return isReader && !isListed(bare) ? Access.READ : Access.WRITE;
  }

  private static Concurrency own(String bare, Declared declared, Concurrency unannotated) {
    if (isListed(bare)) {
      return Concurrency.EXCLUSIVE;
    }
    return switch (declared) {
      case DESTROYS -> Concurrency.EXCLUSIVE;
      case SPARES, READS -> Concurrency.PARALLEL;
      case NOTHING -> unannotated;
    };
  }

  private static boolean isListed(String bare) {
    return EXCLUSIVE.contains(bare) || bare.startsWith(GIT);
  }

  /**
   * {@return the resource that an argument names, normalized, so that {@code ./a} and {@code a} are
   * the same, also below the workspace; null if the argument is absent or no text}
   *
   * @param input the arguments: a JSON object
   * @param workspace the base of relative paths; null if unknown
   */
  private static @Nullable String resource(
      byte[] input, String argument, @Nullable Path workspace) {
    var object = JsonObject.of(input);
    var text = object == null ? null : object.text(argument);
    return text == null || text.isBlank() ? null : inOneSpelling(text, workspace);
  }

  private static String inOneSpelling(String text, @Nullable Path workspace) {
    try {
      var place = workspace == null ? Path.of(text) : workspace.resolve(text);
      return place.normalize().toString();
    } catch (InvalidPathException _) {
      // No valid path, but it may name another resource.
      return text;
    }
  }
}
