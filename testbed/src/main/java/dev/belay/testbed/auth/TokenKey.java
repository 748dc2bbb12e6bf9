package dev.belay.testbed.auth;

import dev.belay.testkit.json.Json;
import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.Signature;
import java.security.interfaces.ECPublicKey;
import java.security.interfaces.RSAPublicKey;
import java.security.spec.ECGenParameterSpec;
import java.util.Arrays;
import java.util.Base64;

/**
 * A key that signs tokens, with its public half as a JWK. Signs with the JDK alone, as an
 * independent check of the verifier under test.
 *
 * @param algorithm {@code RS256} or {@code ES256}
 */
public record TokenKey(String id, String algorithm, KeyPair pair) {
  /** Creates an RSA key. */
  public static TokenKey rsa(String id) {
    return made(id, "RS256");
  }

  /** Creates a key on the curve P-256. */
  public static TokenKey ec(String id) {
    return made(id, "ES256");
  }

  private static TokenKey made(String id, String algorithm) {
    try {
      var generator = KeyPairGenerator.getInstance(algorithm.equals("RS256") ? "RSA" : "EC");
      if (algorithm.equals("RS256")) {
        generator.initialize(2048);
      } else {
        generator.initialize(new ECGenParameterSpec("secp256r1"));
      }
      return new TokenKey(id, algorithm, generator.generateKeyPair());
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every JDK has it", e);
    }
  }

  byte[] sign(byte[] bytes) {
    try {
      var signature =
          Signature.getInstance(
              algorithm.equals("RS256") ? "SHA256withRSA" : "SHA256withECDSAinP1363Format");
      signature.initSign(pair.getPrivate());
      signature.update(bytes);
      return signature.sign();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every JDK has it", e);
    }
  }

  /** {@return the public half as a JWK (RFC 7517)} */
  public String jwk() {
    var common =
        "\"kid\":" + Json.quote(id) + ",\"use\":\"sig\",\"alg\":" + Json.quote(algorithm) + "}";
    return switch (pair.getPublic()) {
      case RSAPublicKey key ->
          "{\"kty\":\"RSA\",\"n\":\"%s\",\"e\":\"%s\","
                  .formatted(text(key.getModulus(), 256), text(key.getPublicExponent(), 3))
              + common;
      case ECPublicKey key ->
          "{\"kty\":\"EC\",\"crv\":\"P-256\",\"x\":\"%s\",\"y\":\"%s\","
                  .formatted(text(key.getW().getAffineX(), 32), text(key.getW().getAffineY(), 32))
              + common;
      default -> throw new IllegalStateException("no other keys are made here");
    };
  }

  private static String text(BigInteger number, int length) {
    var bytes = number.toByteArray();
    var fitting = new byte[length];
    int from = Math.max(0, bytes.length - length);
    var digits = Arrays.copyOfRange(bytes, from, bytes.length);
    System.arraycopy(digits, 0, fitting, length - digits.length, digits.length);
    return Base64.getUrlEncoder().withoutPadding().encodeToString(fitting);
  }
}
