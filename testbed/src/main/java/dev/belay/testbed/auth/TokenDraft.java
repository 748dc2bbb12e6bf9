package dev.belay.testbed.auth;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.belay.testkit.json.Json;
import java.security.GeneralSecurityException;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** A token in preparation; values are JSON. Not safe for use by many threads. */
public final class TokenDraft {
  private final Map<String, String> header = new LinkedHashMap<>();
  private final Map<String, String> claims = new LinkedHashMap<>();

  /** Creates an empty token. */
  public TokenDraft() {}

  /** Sets a field of the header; null removes it. */
  public TokenDraft header(String name, String json) {
    header.put(name, json);
    return this;
  }

  /** Sets a claim. */
  public TokenDraft claim(String name, String json) {
    claims.put(name, json);
    return this;
  }

  /** Removes a claim. */
  public TokenDraft without(String name) {
    claims.remove(name);
    return this;
  }

  /** Removes a field of the header. */
  public TokenDraft withoutHeader(String name) {
    header.remove(name);
    return this;
  }

  /** {@return the token, signed with a key, whose id and algorithm go into the header} */
  public String signedBy(TokenKey key) {
    header.putIfAbsent("kid", Json.quote(key.id()));
    header.putIfAbsent("alg", Json.quote(key.algorithm()));
    var said = said();
    return said + "." + encoded(key.sign(said.getBytes(UTF_8)));
  }

  /** {@return the token with the algorithm {@code none} and no signature} */
  public String unsigned() {
    header.put("alg", "\"none\"");
    return said() + ".";
  }

  /** {@return the token, signed by HMAC with a public value as the secret} */
  public String signedWithSecret(byte[] secret) {
    header.put("alg", "\"HS256\"");
    var said = said();
    try {
      var mac = Mac.getInstance("HmacSHA256");
      mac.init(new SecretKeySpec(secret, "HmacSHA256"));
      return said + "." + encoded(mac.doFinal(said.getBytes(UTF_8)));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every JDK has it", e);
    }
  }

  private String said() {
    return encoded(object(header).getBytes(UTF_8)) + "." + encoded(object(claims).getBytes(UTF_8));
  }

  private static String object(Map<String, String> members) {
    return members.entrySet().stream()
        .map(member -> Json.quote(member.getKey()) + ":" + member.getValue())
        .collect(Collectors.joining(",", "{", "}"));
  }

  private static String encoded(byte[] bytes) {
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }
}
