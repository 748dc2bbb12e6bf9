/** Claims of the pages {@code docs/*-proofs.md}, and the tests that prove them. */
@NullMarked
package dev.belay.claims;

import org.jspecify.annotations.NullMarked;
