/** Reading from the web, without reaching what only this machine can reach. */
@NullMarked
package dev.belay.samples.web;

import org.jspecify.annotations.NullMarked;
