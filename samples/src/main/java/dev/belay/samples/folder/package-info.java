/** Files below the folders that tools may use, and nothing else. */
@NullMarked
package dev.belay.samples.folder;

import org.jspecify.annotations.NullMarked;
