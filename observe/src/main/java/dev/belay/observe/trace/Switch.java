package dev.belay.observe.trace;

import dev.belay.gateway.call.Tracing;
import java.util.Map;

/** Whether traces are wanted, by the variables that everybody sets for that. */
public final class Switch {
  private Switch() {}

  /** {@return tracing as the environment asks for it; where it does not, no library is loaded} */
  public static Tracing of(Map<String, String> environment, String version) {
    return isOn(environment) ? OpenTelemetryTracing.open(Map.of(), version) : Tracing.NONE;
  }

  static boolean isOn(Map<String, String> environment) {
    if (environment.getOrDefault("OTEL_SDK_DISABLED", "").equalsIgnoreCase("true")
        || environment.getOrDefault("OTEL_TRACES_EXPORTER", "").equals("none")) {
      return false;
    }
    return isSet(environment, "OTEL_TRACES_EXPORTER")
        || isSet(environment, "OTEL_EXPORTER_OTLP_ENDPOINT")
        || isSet(environment, "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT");
  }

  private static boolean isSet(Map<String, String> environment, String name) {
    return !environment.getOrDefault(name, "").isBlank();
  }
}
