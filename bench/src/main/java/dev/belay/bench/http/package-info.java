/**
 * {@code belay serve} compared with other gateways over HTTP, and the cost of its calls, streams
 * and starts.
 */
@NullMarked
package dev.belay.bench.http;

import org.jspecify.annotations.NullMarked;
