/** Models of providers, used through LangChain4j, which no other package knows. */
@NullMarked
package dev.belay.agent.model.provider;

import org.jspecify.annotations.NullMarked;
