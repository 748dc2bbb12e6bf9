/** What lies between a client and a server, and may fail both. */
@NullMarked
package dev.belay.testbed.net;

import org.jspecify.annotations.NullMarked;
