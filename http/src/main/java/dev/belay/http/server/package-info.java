/** HTTP/1.1 on Netty's transport: strict requests in, bounded answers out, and who left when. */
@NullMarked
package dev.belay.http.server;

import org.jspecify.annotations.NullMarked;
