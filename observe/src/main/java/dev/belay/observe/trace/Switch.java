package dev.belay.observe.trace;

import dev.belay.gateway.call.Tracing;
import java.util.Map;

/** Enables traces by the standard environment variables of OpenTelemetry. */
public final class Switch {
  private Switch() {}

  /**
   * {@return tracing as configured by the environment; without configuration, no library is loaded}
   */
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
