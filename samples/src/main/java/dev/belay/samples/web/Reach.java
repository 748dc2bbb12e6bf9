package dev.belay.samples.web;

import dev.belay.mcp.client.PublicAddress;
import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;

/** Which hosts may be asked. */
@FunctionalInterface
public interface Reach {
  /** Every host, this machine too. */
  Reach ANYWHERE = target -> {};

  /**
   * Only hosts that the whole internet can reach: a page that a model has read must not have it ask
   * this machine, its network or the metadata of its cloud.
   *
   * <p>All addresses of a name must be public. The connection looks the name up again: a name whose
   * owner changes its address between the two is not refused.
   */
  Reach PUBLIC = onlyPublic(InetAddress::getAllByName);

  /** Finds all addresses that a name stands for. */
  @FunctionalInterface
  interface Names {
    /**
     * {@return the addresses, at least one}
     *
     * @throws UnknownHostException if there is none
     */
    InetAddress[] addresses(String host) throws UnknownHostException;
  }

  /** {@return {@link #PUBLIC}, with the addresses that these names stand for} */
  static Reach onlyPublic(Names names) {
    return target -> {
      for (var address : addresses(names, target.getHost())) {
        if (!PublicAddress.is(address)) {
          throw new FetchFailedException(
              "%s is not fetched: %s is no public address (%s)"
                  .formatted(target, target.getHost(), address.getHostAddress()));
        }
      }
    };
  }

  /**
   * Lets a URL pass.
   *
   * @throws FetchFailedException if its host may not be asked, or is not known
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
