/** Client of a running gateway: queries its state and stops what it runs. */
@NullMarked
package dev.belay.cli.remote;

import org.jspecify.annotations.NullMarked;
