/** An authorization server for tests, which signs any token, and misbehaves on request. */
@NullMarked
package dev.belay.testbed.auth;

import org.jspecify.annotations.NullMarked;
