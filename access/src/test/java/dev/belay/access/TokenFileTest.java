package dev.belay.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.belay.access.TokenFile.Line;
import dev.belay.access.TokenFile.Role;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("The file of tokens, as belay token changes it")
final class TokenFileTest {
  private static final String DAY = "2026-11-26";

  @TempDir Path directory;

  private Path path() {
    return directory.resolve("tokens.txt");
  }

  private String who(String token) throws IOException {
    var read = new TokenLines("tokens.txt", Set.of()).read(Files.readString(path()));
    return Asked.who(read.check(token));
  }

  @Test
  @DisplayName("A new token lets its holder in, by its digest, in a file of its owner alone")
  void onlyTheDigestIsStored() throws IOException {
    var ada = TokenFile.read(path()).add("ada", Role.ADMIN, DAY);
    var ci = TokenFile.read(path()).add("ci", Role.USER, DAY);
    assertThat(ada).matches("belay_[A-Za-z0-9_-]{43}").isNotEqualTo(ci);
    assertThat(Files.readString(path()))
        .matches(
            "ada: sha256:[0-9a-f]{64} role=admin made=2026-11-26\n"
                + "ci: sha256:[0-9a-f]{64} made=2026-11-26\n");
    assertThat(who(ada)).isEqualTo("ada (admin)");
    assertThat(who(ci)).isEqualTo("ci");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(path())))
        .isEqualTo("rw-------");
    assertThat(TokenFile.read(path()).lines())
        .containsExactly(
            new Line("ada", Role.ADMIN, DAY, false), new Line("ci", Role.USER, DAY, false));
  }

  @Test
  void whatAPersonWroteStays() throws IOException {
    Files.writeString(path(), "# mine\n\nbob : bobs-token-0123456789 # no comment");
    assertThatThrownBy(() -> TokenFile.read(path())).isInstanceOf(InvalidTokens.class);
    Files.writeString(path(), "# mine\n\nbob : bobs-token-0123456789");
    TokenFile.read(path()).add("ada", Role.USER, DAY);
    assertThat(Files.readString(path()))
        .startsWith("# mine\n\nbob : bobs-token-0123456789\nada: sha256:");
    assertThat(TokenFile.read(path()).revoke("ada", false)).isEqualTo(1);
    assertThat(Files.readString(path()))
        .isEqualTo("# mine\n\nbob : bobs-token-0123456789\nada: revoked\n");
  }

  @Test
  @DisplayName("The last token can be revoked, and then nobody is let in")
  void theLastTokenCanGo() throws IOException {
    var token = TokenFile.read(path()).add("ada", Role.ADMIN, DAY);
    assertThat(TokenFile.read(path()).revoke("bob", false)).isZero();
    assertThat(TokenFile.read(path()).revoke("ada", false)).isEqualTo(1);
    assertThat(who(token)).isEqualTo("nobody");
    assertThat(TokenFile.read(path()).lines())
        .containsExactly(new Line("ada", Role.USER, "", true));
    assertThat(TokenFile.read(path()).revoke("ada", false)).isZero();
    var next = TokenFile.read(path()).add("ada", Role.USER, DAY);
    assertThat(who(next)).isEqualTo("ada");
    assertThat(Files.readString(path())).doesNotContain("revoked");
  }

  @Test
  void aTokenIsReplacedWithoutAGap() throws IOException {
    var old = TokenFile.read(path()).add("ada", Role.USER, DAY);
    assertThat(TokenFile.read(path()).revoke("ada", true)).isZero();
    var next = TokenFile.read(path()).add("ada", Role.USER, DAY);
    assertThat(who(old) + " " + who(next)).isEqualTo("ada ada");
    assertThat(TokenFile.read(path()).revoke("ada", true)).isEqualTo(1);
    assertThat(who(old) + " " + who(next)).isEqualTo("nobody ada");
  }

  @Test
  @DisplayName("Bad input: a file that others can write, one that changed meanwhile, a bad name")
  void whatIsRefused() throws IOException {
    TokenFile.read(path()).add("ada", Role.USER, DAY);
    var read = TokenFile.read(path());
    Files.writeString(path(), "eve: eves-token-0123456789\n");
    assertThatThrownBy(() -> read.revoke("ada", false))
        .hasMessageContaining("was changed meanwhile by another program");
    assertThat(Files.readString(path())).startsWith("eve: ");
    Files.setPosixFilePermissions(path(), PosixFilePermissions.fromString("rw-rw-rw-"));
    assertThatThrownBy(() -> TokenFile.read(path()))
        .isInstanceOf(InvalidTokens.class)
        .hasMessageContaining("others can write it");
    assertThat(TokenFile.fault("ada.lovelace-1")).isNull();
    assertThat(TokenFile.fault("local")).contains("reserved");
    assertThat(TokenFile.fault("a b")).contains("letters");
  }
}
