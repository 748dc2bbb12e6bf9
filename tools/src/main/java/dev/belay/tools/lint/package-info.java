/**
 * Finds parts of a tool's definition that models or clients stumble over, for tools of any server.
 */
@NullMarked
package dev.belay.tools.lint;

import org.jspecify.annotations.NullMarked;
