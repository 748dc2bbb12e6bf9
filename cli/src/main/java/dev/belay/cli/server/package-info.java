/** One governed server, put together by hand for whichever command needs it. */
@NullMarked
package dev.belay.cli.server;

import org.jspecify.annotations.NullMarked;
