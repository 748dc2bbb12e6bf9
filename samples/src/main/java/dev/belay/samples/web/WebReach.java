package dev.belay.samples.web;

import dev.belay.core.name.PublicAddress;
import dev.belay.samples.web.FetchUrl.FetchFailedException;
import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;

/** Check of the hosts that may be fetched from. */
@FunctionalInterface
public interface WebReach {
  /** Allows every host, including this machine. */
  WebReach ANYWHERE = target -> {};

  /**
   * Allows public hosts only: a page must not make a model fetch from this machine, its network or
   * its cloud's metadata service.
   *
   * <p>All addresses of a name must be public. The connection resolves the name again, so a name
   * whose address changes in between (DNS rebinding) is not refused.
   */
  WebReach PUBLIC = onlyPublic(InetAddress::getAllByName);

  /** Resolves a host name to all its addresses. */
  @FunctionalInterface
  interface Names {
    /**
     * {@return the addresses, at least one}
     *
     * @throws UnknownHostException if the host is unknown
     */
    InetAddress[] addresses(String host) throws UnknownHostException;
  }

  /** {@return {@link #PUBLIC} with this resolver} */
  static WebReach onlyPublic(Names names) {
    return target -> {
      for (var address : addresses(names, target.getHost())) {
        if (!PublicAddress.is(address.getAddress())) {
          throw new FetchFailedException(
              "%s is not fetched: %s is no public address (%s)"
                  .formatted(target, target.getHost(), address.getHostAddress()));
        }
      }
    };
  }

  /**
   * Checks a URL.
   *
   * @throws FetchFailedException if its host is not allowed, or unknown
   */
  void check(URI target) throws FetchFailedException;

  private static InetAddress[] addresses(Names names, String host) throws FetchFailedException {
    try {
      return names.addresses(host);
    } catch (UnknownHostException e) {
      throw new FetchFailedException("There is no host " + host, e);
    }
  }
}
