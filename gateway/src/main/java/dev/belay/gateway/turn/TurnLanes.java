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
 * What a tool's call may run beside within its turn (C19): what configuration says, else nothing if
 * it is one of those that change a workspace (S1-63) or declares that it destroys, else anything.
 *
 * <p>Where an argument is said to name what a call reads or writes, the call collides only with
 * those that name the same; one that names nothing runs alone.
 */
final class TurnLanes {
  /** Names that tools of this kind have, without the server's. */
  private static final Set<String> EXCLUSIVE =
      Set.of("exec", "write", "edit", "write_file", "edit_file");

  /** Names that tools have that read what those write. */
  private static final Set<String> READERS =
      Set.of("read", "read_file", "read_text_file", "read_media_file");

  /** What both of them call the file. */
  private static final String PATH = "path";

  private static final String GIT = "git_";

  private TurnLanes() {}

  /**
   * {@return the lane of a call}
   *
   * @param configured what configuration says of the tool; null for nothing
   * @param unannotated what holds for tools that declare nothing
   * @param workspace where its turn works; null if nobody said
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

  /** What reads a file waits for those that were given a key and write it. */
  private static Lane beside(AskedTool call, String bare, @Nullable Path workspace) {
    var file = READERS.contains(bare) ? resource(call.input(), PATH, workspace) : null;
    return file == null ? new Lane.Parallel() : new Lane.Keyed(file, Access.READ);
  }

  /** Of whom nothing is known, it may write. */
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
   * {@return what a call reads or writes, by an argument that names it, in one spelling, so that
   * {@code ./a} and {@code a} are one, and the same below the workspace; null where the argument is
   * not there, or is no text}
   *
   * @param input the arguments: a JSON object
   * @param workspace where tools look for what has no place of its own; null if nobody knows
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
      // No file is called so, but something else may be.
      return text;
    }
  }
}
