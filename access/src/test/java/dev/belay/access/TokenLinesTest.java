package dev.belay.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayName("auth.tokens: names and their tokens, line by line")
final class TokenLinesTest {
  private static final String ADA = "adas-token-0123456789";
  // printf %s bobs-token-0123456789 | sha256sum
  private static final String BOBS_HASH =
      "4ab7d2fc7d4cc14c1839d2c190560814bcbf442fe91d50474d659000440fa7f1";

  private static NamedTokens read(String text) throws InvalidTokens {
    return new TokenLines("tokens.txt", Set.of("root")).read(text);
  }

  private static String who(NamedTokens tokens, String token) {
    return Asked.who(tokens.check(token));
  }

  @Test
  void namesTokensAndComments() throws InvalidTokens {
    var tokens =
        read(
            """
            # who may call
            ada: adas-token-0123456789

            ada:adas-next-token-0123456789
            root : roots-token-0123456789
            """);
    assertThat(who(tokens, ADA)).isEqualTo("ada");
    assertThat(who(tokens, "adas-next-token-0123456789")).isEqualTo("ada");
    assertThat(who(tokens, "roots-token-0123456789")).isEqualTo("root (admin)");
    for (var other :
        new String[] {ADA + "0", ADA.substring(1), "", "ada", ADA.toUpperCase(Locale.ROOT)}) {
      assertThat(who(tokens, other)).isEqualTo("nobody");
    }
  }

  @Test
  @DisplayName("A hash in place of a token lets its bearer in, and is no token itself")
  void aHashIsEnough() throws InvalidTokens {
    var token = "bobs-token-0123456789";
    for (var hash : List.of(BOBS_HASH, BOBS_HASH.toUpperCase(Locale.ROOT))) {
      var tokens = read("bob: sha256:" + hash);
      assertThat(who(tokens, token)).isEqualTo("bob");
      assertThat(who(tokens, hash)).isEqualTo("nobody");
      assertThat(who(tokens, "sha256:" + hash)).isEqualTo("nobody");
    }
  }

  @Test
  @DisplayName("role=admin behind a token is as good as a name among the admins")
  void aLineMayHaveARole() throws InvalidTokens {
    var tokens =
        read(
            "ada: adas-token-0123456789 role=admin made=2026-11-26\nbob: bobs-token-0123456789"
                + " role=user\neve: revoked");
    assertThat(who(tokens, ADA)).isEqualTo("ada (admin)");
    assertThat(who(tokens, "bobs-token-0123456789")).isEqualTo("bob");
    assertThat(who(tokens, "revoked")).isEqualTo("nobody");
    assertThat(who(read("eve: revoked"), "revoked")).isEqualTo("nobody");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "ada adas-token-0123456789 | expected 'name: token' or 'name: sha256:HEX'",
        "a b: adas-token-0123456789 | expected 'name: token' or 'name: sha256:HEX'",
        "ada@x: adas-token-0123456789 | expected 'name: token' or 'name: sha256:HEX'",
        "local: adas-token-0123456789 | the name local is reserved for callers without a token",
        "ada: short-token | holds a token of less than 16 characters, which can be guessed",
        "ada: adas token 0123456789 | holds a token that no header can carry",
        "ada: | holds a token that no header can carry",
        "ada: adas-token-0123456789 role=root | the role is admin or user",
        "ada: adas-token-0123456789 admin | holds a token that no header can carry",
        "ada: sha256:12 | after sha256: come 64 hexadecimal digits",
      })
  @DisplayName("Bad input: the line is named, and nothing that stands in it")
  void whatIsWrongIsNamedByItsLine(String line, String fault) {
    assertThatThrownBy(() -> read("# x\n" + line))
        .isInstanceOf(InvalidTokens.class)
        .hasMessage("tokens.txt:2: " + fault);
  }

  @Test
  void oneTokenIsOfOnePerson() {
    assertThatThrownBy(() -> read("ada: " + ADA + "\nbob: " + ADA))
        .hasMessage("tokens.txt:2: has the token of ada");
    assertThatThrownBy(() -> read("# nobody yet\n")).hasMessage("tokens.txt: holds no token");
  }
}
