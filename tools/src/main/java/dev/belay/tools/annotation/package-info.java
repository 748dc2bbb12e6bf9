/** What an author writes at a method to make it a tool. */
@NullMarked
package dev.belay.tools.annotation;

import org.jspecify.annotations.NullMarked;
