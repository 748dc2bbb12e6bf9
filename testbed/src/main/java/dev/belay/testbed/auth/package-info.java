/** An authorization server for tests, which signs what it is told, and misbehaves when told to. */
@NullMarked
package dev.belay.testbed.auth;

import org.jspecify.annotations.NullMarked;
