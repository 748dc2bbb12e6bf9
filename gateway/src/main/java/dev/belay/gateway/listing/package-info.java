/** Lists of tools as clients see them: cached, shortened, pinned and held back. */
@NullMarked
package dev.belay.gateway.listing;

import org.jspecify.annotations.NullMarked;
