/**
 * Translation of messages between the eras of MCP: pure functions on bytes, without I/O, time or
 * state.
 *
 * <p>Applied to each request between a client and an upstream of different eras; messages between
 * peers of one era pass byte for byte. Members that no function here names pass unchanged, in both
 * directions.
 */
@NullMarked
package dev.belay.gateway.translate;

import org.jspecify.annotations.NullMarked;
