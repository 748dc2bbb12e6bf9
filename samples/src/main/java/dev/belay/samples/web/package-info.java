/** Fetching from the web, limited to public hosts. */
@NullMarked
package dev.belay.samples.web;

import org.jspecify.annotations.NullMarked;
