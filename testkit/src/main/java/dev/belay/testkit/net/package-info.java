/** What lies between a client and a server, and may fail both. */
@NullMarked
package dev.belay.testkit.net;

import org.jspecify.annotations.NullMarked;
