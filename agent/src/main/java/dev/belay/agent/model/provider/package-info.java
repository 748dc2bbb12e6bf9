/** Models that providers answer for, asked through LangChain4j, which no other package knows. */
@NullMarked
package dev.belay.agent.model.provider;

import org.jspecify.annotations.NullMarked;
