import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  type Sampler,
} from '@opentelemetry/sdk-trace';

/** What OTEL_TRACES_SAMPLER and OTEL_TRACES_SAMPLER_ARG ask for; the standard’s default for what is none of its words. */
export function samplerOf(environment: Readonly<Record<string, string | undefined>>): Sampler {
  const word = environment['OTEL_TRACES_SAMPLER'] ?? '';
  const root = rootOf(word.replace(/^parentbased_/, ''), Number(environment['OTEL_TRACES_SAMPLER_ARG'] ?? 1));
  if (root && !word.startsWith('parentbased_')) return root;
  return new ParentBasedSampler({ root: root ?? new AlwaysOnSampler() });
}

function rootOf(word: string, share: number): Sampler | null {
  switch (word) {
    case 'always_on':
      return new AlwaysOnSampler();
    case 'always_off':
      return new AlwaysOffSampler();
    case 'traceidratio':
      return new TraceIdRatioBasedSampler(share >= 0 && share <= 1 ? share : 1);
    default:
      return null;
  }
}
