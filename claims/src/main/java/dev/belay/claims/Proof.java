package dev.belay.claims;

import java.nio.file.Path;
import java.util.Set;

/**
 * A test method that proves claims.
 *
 * @param module the folder of its module
 * @param owner the binary name of its class
 * @param claims the claims that it carries itself
 * @param ofClass the claims that its class carries
 * @param digest a digest of all that it asserts
 */
record Proof(
    String module,
    String owner,
    String method,
    Set<String> claims,
    Set<String> ofClass,
    String digest,
    Path source) {

  boolean proves(String claim) {
    return claims.contains(claim) || ofClass.contains(claim);
  }

  String key() {
    return owner + "." + method;
  }

  /** {@return its name on a page: that of the class where the whole class proves the claim} */
  String name(String claim) {
    var type = owner.substring(owner.lastIndexOf('.') + 1).replace('$', '.');
    return ofClass.contains(claim) ? type : type + "." + method;
  }
}
