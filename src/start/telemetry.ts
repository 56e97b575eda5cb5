import type { Telemetry } from '../services/ports/telemetry.ts';
import { describeSoftware } from './software.ts';

const ADDRESSES = ['', 'TRACES_', 'METRICS_'].map((signal) => `OTEL_EXPORTER_OTLP_${signal}ENDPOINT`);

/** null: nobody collects anything, and nothing of OpenTelemetry is loaded. */
export async function openTelemetry(environment: NodeJS.ProcessEnv = process.env): Promise<Telemetry | null> {
  const isOn = ADDRESSES.some((name) => environment[name]);
  if (!isOn || environment['OTEL_SDK_DISABLED']?.toLowerCase() === 'true') return null;
  const { telemetryOtlp } = await import('../adapters/telemetry-otlp/telemetry-otlp.ts');
  return telemetryOtlp(environment, describeSoftware().version);
}
