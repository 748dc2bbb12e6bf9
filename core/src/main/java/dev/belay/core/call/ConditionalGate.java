package dev.belay.core.call;

import java.time.Duration;
import java.util.function.BooleanSupplier;

/** A gate that is passed at once unless its condition holds when the call reaches it. */
record ConditionalGate(Gate gate, BooleanSupplier applies) implements Gate {
  @Override
  public String name() {
    return gate.name();
  }

  @Override
  public Duration limit() {
    return gate.limit();
  }

  @Override
  public String expired() {
    return gate.expired();
  }

  @Override
  public boolean mayWait() {
    return applies.getAsBoolean() && gate.mayWait();
  }

  @Override
  public boolean computes() {
    return applies.getAsBoolean() && gate.computes();
  }

  @Override
  public boolean runs() {
    return applies.getAsBoolean() && gate.runs();
  }

  @Override
  public Pass enter(CallInfo call) throws InterruptedException, RefusedException {
    return applies.getAsBoolean() ? gate.enter(call) : Pass.FREE;
  }
}
