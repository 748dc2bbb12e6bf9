/** Tools for files, and safe access to files below allowed folders. */
@NullMarked
package dev.belay.samples.file;

import org.jspecify.annotations.NullMarked;
