package dev.belay.samples.web;

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
   * <p>All addresses of a name must be public. The connection looks the name up again, which the
   * JVM answers from its cache for 30 s ({@code networkaddress.cache.ttl}).
   */
  Reach PUBLIC =
      target -> {
        for (var address : addresses(target)) {
          if (!PublicAddress.is(address)) {
            throw new FetchFailedException(
                "%s is not fetched: %s is no public address (%s)"
                    .formatted(target, target.getHost(), address.getHostAddress()));
          }
        }
      };

  /**
   * Lets a URL pass.
   *
   * @throws FetchFailedException if its host may not be asked, or is not known
   */
  void check(URI target) throws FetchFailedException;

  private static InetAddress[] addresses(URI target) throws FetchFailedException {
    try {
      return InetAddress.getAllByName(target.getHost());
    } catch (UnknownHostException e) {
      throw new FetchFailedException("There is no host " + target.getHost(), e);
    }
  }
}
