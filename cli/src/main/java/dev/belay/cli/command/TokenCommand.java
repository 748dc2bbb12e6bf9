package dev.belay.cli.command;

import dev.belay.access.TokenFile;
import dev.belay.access.TokenFile.Role;
import dev.belay.cli.clients.KnownClient;
import dev.belay.cli.shell.ExitCode;
import dev.belay.cli.shell.Shell;
import dev.belay.cli.shell.UsageException;
import dev.belay.config.AuthSettings;
import dev.belay.config.AuthSettings.AuthMode;
import dev.belay.config.Settings;
import dev.belay.core.name.Nearest;
import dev.belay.core.time.Time;
import dev.belay.mcp.envelope.JsonText;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Objects;
import java.util.TreeSet;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.ParseResult;

/** {@code belay token}: makes, lists and revokes the tokens of clients. */
final class TokenCommand implements Subcommand {
  private static final List<String> ACTIONS = List.of("new", "list", "revoke");
  private static final String FILE = "tokens.txt";
  private static final String ROLE = "--role";
  private static final String KEEP_NEWEST = "--keep-newest";
  private static final String YES = "--yes";
  private static final String QUIET = "--quiet";
  private static final String JSON = "--json";

  private final Path here;
  private final Time time;

  /** Creates the command for the configuration in a directory. */
  TokenCommand(Path here, Time time) {
    this.here = here;
    this.time = time;
  }

  @Override
  public CommandSpec spec() {
    var spec = ServerSpec.begin("token");
    spec.usageMessage()
        .customSynopsis(
            "belay token new NAME [--role admin] [OPTIONS]",
            "       belay token list [--json] [OPTIONS]",
            "       belay token revoke NAME [--keep-newest] [OPTIONS]")
        .description(
            "",
            "Makes a token for a client of belay serve, shows who has one, and takes it away. Only"
                + " a",
            "digest is stored, in the file of auth.tokens.file: a new token is printed once, with",
            "what each client needs. A running belay serve knows it within two seconds.")
        .footer(
            "",
            "A name may have several tokens, so that one can be replaced without a gap: make the",
            "next one, change the client, and revoke NAME --keep-newest.",
            "",
            "Exit codes: 0 done, 1 the file could not be read or written, or there is no such"
                + " token,",
            "2 usage.",
            "",
            "Examples:",
            "  belay token new ada --role admin",
            "  BELAY_TOKEN=$(belay token new ci --quiet) belay ps",
            "  belay token list",
            "  belay token revoke ci");
    spec.addPositional(word("0", "1", "ACTION", "new, list or revoke"));
    spec.addPositional(word("1", "0..1", "NAME", "whose token it is, such as ada or ci"));
    spec.addOption(
        ServerSpec.text(ROLE, "ROLE", "admin: sees and stops all callers' calls (user)").build());
    spec.addOption(ServerSpec.flag(KEEP_NEWEST, "with revoke: the last one of NAME stays"));
    spec.addOption(ServerSpec.flag(YES, "add auth.tokens.file to belay.yaml without asking"));
    spec.addOption(ServerSpec.flag(QUIET, "with new: print the token alone"));
    spec.addOption(ServerSpec.flag(JSON, "with list: print JSON"));
    spec.addOption(
        ServerSpec.text("--config", "FILE", "the configuration (belay.yaml here)").build());
    return spec.addOption(
        OptionSpec.builder("-h", "--help").usageHelp(true).description("show this help").build());
  }

  private static PositionalParamSpec word(String index, String arity, String label, String about) {
    return PositionalParamSpec.builder()
        .index(index)
        .arity(arity)
        .required(arity.equals("1"))
        .paramLabel(label)
        .type(String.class)
        .description(about)
        .build();
  }

  @Override
  public ExitCode run(ParseResult said, List<String> server, Shell shell)
      throws UsageException, IOException {
    String action = said.matchedPositionalValue(0, "");
    String name = said.matchedPositionalValue(1, "");
    requireWords(said, action, name);
    var config = EditedConfig.of(here, said.matchedOptionValue("--config", null), shell);
    if (config == null) {
      return ExitCode.USAGE;
    }
    var auth = config.settings().auth();
    var named = Objects.requireNonNullElse(auth.tokens().file(), FILE);
    try {
      var file = TokenFile.read(here.resolve(named));
      return switch (action) {
        case "new" -> {
          made(said, name, file, config, shell);
          yield config.settings().auth().tokens().file() == null
              ? switchOn(said, config, shell)
              : ExitCode.OK;
        }
        case "list" -> {
          list(said, file, auth, shell);
          yield ExitCode.OK;
        }
        default -> revoked(said, name, named, file, shell);
      };
    } catch (IOException e) {
      shell.say("belay: " + e.getMessage());
      return ExitCode.ERROR;
    }
  }

  private static void requireWords(ParseResult said, String action, String name)
      throws UsageException {
    if (!ACTIONS.contains(action)) {
      var nearest = Nearest.to(action, ACTIONS);
      throw new UsageException(
          "expected new, list or revoke, found '"
              + action
              + "'"
              + (nearest == null ? "" : "; did you mean " + nearest + "?"));
    }
    boolean isOfOne = !action.equals("list");
    if (isOfOne == name.isEmpty()) {
      throw new UsageException(
          isOfOne ? action + " needs the NAME of a token" : "list takes no name: " + name);
    }
    var fault = isOfOne ? TokenFile.fault(name) : null;
    if (fault != null) {
      throw new UsageException("'" + name + "': " + fault);
    }
    only(said, action, "new", ROLE, QUIET, YES);
    only(said, action, "list", JSON);
    only(said, action, "revoke", KEEP_NEWEST);
  }

  private static void only(ParseResult said, String action, String its, String... options)
      throws UsageException {
    for (var option : options) {
      if (said.hasMatchedOption(option) && !action.equals(its)) {
        throw new UsageException(option + " is for belay token " + its);
      }
    }
  }

  private static Role role(ParseResult said, String name, TokenFile file) throws UsageException {
    String word = said.matchedOptionValue(ROLE, null);
    if (word == null) {
      // A token that replaces another may do what that one may.
      return file.lines().stream()
          .filter(line -> line.name().equals(name) && !line.isRevoked())
          .map(TokenFile.Line::role)
          .reduce((_, last) -> last)
          .orElse(Role.USER);
    }
    for (var role : Role.values()) {
      if (role.word().equals(word)) {
        return role;
      }
    }
    throw new UsageException("option " + ROLE + ": expected admin or user, found '" + word + "'");
  }

  private void made(ParseResult said, String name, TokenFile file, EditedConfig config, Shell shell)
      throws UsageException, IOException {
    var role = role(said, name, file);
    var day = time.wall().atZone(ZoneOffset.UTC).toLocalDate().toString();
    var token = file.add(name, role, day);
    shell.print(token + "\n");
    if (said.hasMatchedOption(QUIET)) {
      return;
    }
    long count =
        file.lines().stream().filter(line -> line.name().equals(name) && !line.isRevoked()).count();
    shell.say(
        "The token of "
            + name
            + " ("
            + role.word()
            + "). It is shown this once; "
            + (count == 1
                ? "a lost one is replaced by another."
                : name + " has " + count + " now: belay token revoke " + name + " --keep-newest"));
    connections(token, address(config.settings()), shell);
  }

  private static String address(Settings settings) {
    try {
      return GatewayOptions.address(settings.http()).toString();
    } catch (UsageException _) {
      return "http://127.0.0.1:PORT";
    }
  }

  private static void connections(String token, String address, Shell shell) {
    var url = address + "/mcp";
    var table = new Table();
    for (var client : KnownClient.values()) {
      if (client.takesUrl()) {
        table.row("  " + client.title(), client.connection(url, token));
      }
    }
    table.row("  curl", "curl -H 'Authorization: Bearer " + token + "' " + address + "/api/calls");
    table.row(
        "  belay call",
        "belay call TOOL --url " + url + " --header 'Authorization: Bearer " + token + "'");
    table.row("  belay ps", "BELAY_TOKEN=" + token + " belay ps --url " + address);
    table.text().lines().forEach(shell::say);
  }

  /** Names the file of tokens in the configuration, without which nobody is asked for one. */
  private ExitCode switchOn(ParseResult said, EditedConfig config, Shell shell) throws IOException {
    var path = config.file().path();
    var lines = "auth:\n  tokens:\n    file: " + FILE + "\n";
    var why = path + " names no auth.tokens.file yet, so the token is not asked for. ";
    if (config.settings().auth().mode() == AuthMode.NONE) {
      shell.say("belay: auth.mode is none, so no token is asked for; take that out");
    }
    boolean mayAsk = shell.inIsTerminal().getAsBoolean() && !said.hasMatchedOption(QUIET);
    var present = new String(config.file().content(), StandardCharsets.UTF_8);
    if (present.lines().anyMatch(line -> line.startsWith("auth"))) {
      shell.say(why + "Add below auth: tokens: { file: " + FILE + " }");
      return ExitCode.OK;
    }
    if (!said.hasMatchedOption(YES) && !mayAsk) {
      shell.say(why + "These lines switch it on (or --yes):");
      lines.lines().forEach(line -> shell.say("  " + line));
      return ExitCode.OK;
    }
    if (!said.hasMatchedOption(YES) && !shell.agrees(why + "Add it? [y/N] ")) {
      return ExitCode.OK;
    }
    var gap = present.isEmpty() || present.endsWith("\n") ? "" : "\n";
    var content = (present + gap + lines).getBytes(StandardCharsets.UTF_8);
    if (!config.isValid(content, shell)) {
      return ExitCode.ERROR;
    }
    config.file().replace(content);
    shell.say("added auth.tokens.file to " + path + "; every client needs a token from now on");
    return ExitCode.OK;
  }

  private static void list(ParseResult said, TokenFile file, AuthSettings auth, Shell shell)
      throws IOException {
    var admins = auth.tokens().admins();
    if (said.hasMatchedOption(JSON)) {
      var tokens =
          file.lines().stream()
              .map(line ->
                  new JsonText()
                      .text("name", line.name())
                      .text("role", role(line, admins))
                      .text("made", line.made().isEmpty() ? null : line.made())
                      .flag("revoked", line.isRevoked()))
              .toList();
      shell.print(
          new String(new JsonText().objects("tokens", tokens).bytes(), StandardCharsets.UTF_8)
              + "\n");
      return;
    }
    var table = new Table();
    table.row("NAME", "ROLE", "MADE", "");
    for (var line : file.lines()) {
      table.row(
          line.name(),
          line.isRevoked() ? "-" : role(line, admins),
          line.made().isEmpty() ? "-" : line.made(),
          line.isRevoked() ? "revoked" : "");
    }
    shell.print(table.text());
    if (!auth.isRequired()) {
      shell.say("belay: nobody is asked for a token: auth.tokens names no file (belay token new)");
    }
    if (auth.tokens().env() != null) {
      shell.say("belay: those of the variable " + auth.tokens().env() + " are not listed");
    }
  }

  private static String role(TokenFile.Line line, List<String> admins) {
    return admins.contains(line.name()) ? Role.ADMIN.word() : line.role().word();
  }

  private static ExitCode revoked(
      ParseResult said, String name, String named, TokenFile file, Shell shell) throws IOException {
    boolean keepsNewest = said.hasMatchedOption(KEEP_NEWEST);
    int count = file.revoke(name, keepsNewest);
    if (count > 0) {
      shell.say(
          "revoked "
              + (count == 1 ? "1 token" : count + " tokens")
              + " of "
              + name
              + "; a running belay serve refuses "
              + (count == 1 ? "it" : "them")
              + " within two seconds");
      return ExitCode.OK;
    }
    var names = new TreeSet<String>();
    file.lines().stream().filter(line -> !line.isRevoked()).forEach(line -> names.add(line.name()));
    if (keepsNewest && names.contains(name)) {
      shell.say("belay: " + name + " has no token but the newest");
      return ExitCode.OK;
    }
    shell.say(
        "belay: "
            + named
            + " has no token of "
            + name
            + (names.isEmpty() ? "" : "; there are: " + String.join(", ", names)));
    return ExitCode.ERROR;
  }
}
