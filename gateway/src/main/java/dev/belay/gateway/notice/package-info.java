/** Notices to people of calls that wait for them: in their chat, or on their desktop. */
@NullMarked
package dev.belay.gateway.notice;

import org.jspecify.annotations.NullMarked;
