/**
 * {@code belay serve} beside other gateways over HTTP, and what its calls, streams and starts cost.
 */
@NullMarked
package dev.belay.bench.http;

import org.jspecify.annotations.NullMarked;
