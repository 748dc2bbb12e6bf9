/**
 * An HTTP/1.1 server on Netty's transport: strict parsing, bounded memory, prompt detection of
 * departed clients.
 */
@NullMarked
package dev.belay.http.server;

import org.jspecify.annotations.NullMarked;
