/** Language models: those of providers, and a scripted one. */
@NullMarked
package dev.belay.agent.model;

import org.jspecify.annotations.NullMarked;
