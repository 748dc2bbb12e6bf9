/** What clients see of tools: how lists are kept, shortened, pinned and held back. */
@NullMarked
package dev.belay.gateway.listing;

import org.jspecify.annotations.NullMarked;
