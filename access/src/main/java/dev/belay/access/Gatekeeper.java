package dev.belay.access;

import dev.belay.config.AuthSettings;
import dev.belay.config.AuthSettings.AuthMode;
import dev.belay.config.Rate;
import dev.belay.config.Settings;
import dev.belay.core.time.Time;
import dev.belay.http.route.Access;
import dev.belay.http.route.Header;
import dev.belay.http.route.Request;
import dev.belay.http.route.Response;
import dev.belay.http.route.Route;
import dev.belay.http.route.Routes;
import dev.belay.mcp.client.Reach;
import dev.belay.mcp.envelope.JsonText;
import dev.belay.mcp.envelope.NotJson;
import dev.belay.mcp.envelope.Slices;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The access checks of a gateway's doors, by its configuration.
 *
 * <p>Safe for use by many threads.
 */
public final class Gatekeeper {
  private final SwappableAccess mcp;
  private final SwappableAccess api;
  private final Access paced;
  private final Access jsonApi;
  private final RequestPace pace;
  private final ConsoleKey console;
  private final @Nullable ResourceMetadata metadata;
  private final @Nullable Checks checks;
  private volatile Rate rate;

  /** MCP clients have to authenticate: never revoked at run time. */
  private volatile boolean guarded;

  private Gatekeeper(
      Access mcp,
      Access api,
      @Nullable ResourceMetadata metadata,
      @Nullable Checks checks,
      Rate rate,
      Refusals refusals,
      Time time) {
    console = new ConsoleKey(checks == null ? null : checks.own(), time);
    this.mcp = new SwappableAccess(mcp);
    this.api = new SwappableAccess(api);
    jsonApi = new JsonBodies(console.over(this.api));
    this.metadata = metadata;
    this.checks = checks;
    this.rate = rate;
    pace = new RequestPace(() -> this.rate, refusals, time);
    paced = new PacedAccess(this.mcp, pace);
  }

  /** {@return a gatekeeper for tests and for programs without doors: everything is allowed} */
  public static Gatekeeper none() {
    return open(Rate.NONE, Refusals.NONE, Time.system());
  }

  private static Gatekeeper open(Rate rate, Refusals refusals, Time time) {
    var everybody = Access.everybody(Access.Known.LOCAL);
    var owner = Access.everybody(Access.Known.OWNER);
    return new Gatekeeper(everybody, owner, null, null, rate, refusals, time);
  }

  /**
   * Reads all tokens, and creates that of {@code /api} if there is none yet.
   *
   * @param environment may contain tokens and the directory of their file
   * @param report receives messages for people
   * @param refusals receives refusals of access
   * @throws IOException if tokens cannot be read or stored; the message says which, without the
   *     token
   */
  public static Gatekeeper open(
      Settings settings,
      Map<String, String> environment,
      Time time,
      Consumer<String> report,
      Refusals refusals)
      throws IOException {
    var auth = settings.auth();
    var rate = settings.http().bounds().rate();
    if (auth.mode() == AuthMode.NONE) {
      report.accept("no authentication is required (auth.mode is none)");
      return open(rate, refusals, time);
    }
    var oauth = auth.oauth();
    var metadata = oauth == null ? null : new ResourceMetadata(oauth);
    var challenge =
        new Challenge(
            metadata == null ? null : metadata.url(),
            oauth == null ? List.of() : oauth.requiredScopes());
    var checks =
        new Checks(
            own(auth, environment, report),
            oauth == null ? null : credentials(oauth, time, report),
            environment,
            challenge,
            refusals,
            report);
    var bearer = checks.bearer(auth.tokens());
    var keeper =
        new Gatekeeper(checks.mcp(auth, bearer), bearer, metadata, checks, rate, refusals, time);
    keeper.guarded = checks.isRequired(auth);
    return keeper;
  }

  /**
   * Reads the tokens that the configuration names, like {@link #open}, and creates none.
   *
   * @param environment may contain tokens
   * @param report receives messages for people
   * @throws InvalidTokens if {@code open} would throw it
   */
  public static void check(
      AuthSettings auth, Map<String, String> environment, Consumer<String> report)
      throws InvalidTokens {
    if (auth.mode() != AuthMode.NONE) {
      var _ = Checks.tokens(auth.tokens(), environment, report);
    }
  }

  private static Credentials credentials(
      AuthSettings.OAuth oauth, Time time, Consumer<String> report) {
    var reach =
        switch (oauth.jwksNetwork()) {
          case PUBLIC -> Reach.PUBLIC;
          case PRIVATE -> Reach.PRIVATE;
        };
    var source = new HttpKeySource(oauth.jwksUrl(), reach, time);
    return new JwtCredentials(oauth, source, time, report);
  }

  /**
   * Applies other tokens and another rate from the next request on; a removed token is no longer
   * accepted. The authorization server, and the requirement to authenticate, stay as they are.
   * Tokens that cannot be read change nothing, and the reason is reported.
   */
  public void replace(Settings changed) {
    rate = changed.http().bounds().rate();
    if (checks == null) {
      return;
    }
    var auth = changed.auth();
    if (auth.mode() != AuthMode.TOKEN || (guarded && !checks.isRequired(auth))) {
      checks.report().accept("auth: authentication remains required until the next start");
      return;
    }
    try {
      var bearer = checks.bearer(auth.tokens());
      api.replace(bearer);
      mcp.replace(checks.mcp(auth, bearer));
      guarded = checks.isRequired(auth);
    } catch (IOException e) {
      checks.report().accept(e.getMessage() + "; the previous tokens remain in force");
    }
  }

  private static @Nullable ApiToken own(
      AuthSettings auth, Map<String, String> environment, Consumer<String> report)
      throws IOException {
    try {
      return ApiToken.open(ApiToken.place(environment));
    } catch (IOException e) {
      var why = "there is no token for belay ps and its like: " + SecretFile.why(e);
      if (!auth.isRequired()) {
        throw new InvalidTokens(why);
      }
      // Other callers can still authenticate, and see their own calls.
      report.accept(why);
      return null;
    }
  }

  /** {@return the access check of MCP} */
  public Access mcp() {
    return paced;
  }

  /**
   * {@return the access check for seeing and stopping calls: requires an authenticated caller,
   * unless authentication is off, and accepts JSON bodies only}
   */
  public Access api() {
    return jsonApi;
  }

  /**
   * {@return {@code route}, which begins turns, limited to the rate of each caller; requests over
   * MCP count as well}
   *
   * @param route behind {@link #api()}, which supplies the caller
   */
  public Route paced(Route route) {
    return new PacedTurns(route, pace);
  }

  /** {@return the routes by which the owner signs in at the console} */
  public Routes signIn() {
    return console.routes(jsonApi);
  }

  /**
   * {@return these routes, with those by which clients learn who issues tokens; they need no token}
   */
  public Routes with(Routes routes) {
    return metadata == null ? routes : metadata.with(routes);
  }

  /**
   * Refuses a body that does not say it is JSON: any page can have a browser send the others
   * without asking first.
   */
  private record JsonBodies(Access access) implements Access {
    @Override
    public Decision decide(Request request) throws InterruptedException {
      return switch (access.decide(request)) {
        case Known _ when hasBody(request) && !request.isJson() ->
            new Refused(
                415,
                List.of(new Header("Content-Type", "application/json")),
                new JsonText().text("error", "a body says Content-Type: application/json").bytes());
        case Decision decided -> decided;
      };
    }

    /** Asked when the head has come, before any of the body. */
    private static boolean hasBody(Request request) {
      var length = request.header("content-length");
      return request.body().length > 0
          || request.header("transfer-encoding") != null
          || (length != null && !length.equals("0"));
    }
  }

  /**
   * Lets in whom {@code inner} lets in, but none of them with more requests of MCP than {@code
   * pace} bears: what takes a request back, or answers a question, always comes in.
   */
  record PacedAccess(Access inner, RequestPace pace) implements Access {
    @Override
    public Decision decide(Request request) throws InterruptedException {
      return switch (inner.decide(request)) {
        case Refused refused -> refused;
        case Known known -> {
          var tooSoon = pace.refusal(known.principal(), () -> RequestCount.of(request));
          yield tooSoon == null ? known : tooSoon;
        }
      };
    }
  }

  /**
   * Lets turns begin as {@code pace} bears it: each call that one asks for counts as one of MCP
   * does, and one that names none, as a message to an agent does, counts once.
   */
  record PacedTurns(Route route, RequestPace pace) implements Route {
    private static final String CALLS = "toolUses";

    @Override
    public void handle(Request request, Response response) throws InterruptedException {
      var principal = request.requireCaller().principal();
      var tooSoon = pace.refusal(principal, () -> calls(request.body()));
      if (tooSoon == null) {
        route.handle(request, response);
      } else {
        response.send(tooSoon.status(), tooSoon.headers(), tooSoon.body());
      }
    }

    /** What cannot be read is answered as well, and so it counts. */
    private static int calls(byte[] body) {
      try {
        var uses = Slices.find(body, Slices.value(body), CALLS);
        return uses == null || !uses.isArray(body)
            ? 1
            : Math.max(1, Slices.items(body, uses).size());
      } catch (NotJson _) {
        return 1;
      }
    }
  }
}
