/** Tools for single files. */
@NullMarked
package dev.belay.samples.file;

import org.jspecify.annotations.NullMarked;
