/** The variable that names the trace in which a run is started. Source: OpenTelemetry, environment variables as context propagation carriers. */
export const TRACEPARENT = 'TRACEPARENT';
