import { expect, it } from 'vitest';
import { samplerOf } from './sampler.ts';

const described = (word?: string, arg?: string) =>
  samplerOf({ OTEL_TRACES_SAMPLER: word, OTEL_TRACES_SAMPLER_ARG: arg }).toString();

it.each([
  [undefined, undefined, /^ParentBased\{root=AlwaysOnSampler/],
  ['nonsense', undefined, /^ParentBased\{root=AlwaysOnSampler/],
  ['always_off', undefined, /^AlwaysOffSampler/],
  ['traceidratio', '0.25', /^TraceIdRatioBased\{0.25\}/],
  ['parentbased_traceidratio', '0.5', /^ParentBased\{root=TraceIdRatioBased\{0.5\}/],
  ['traceidratio', '7', /^TraceIdRatioBased\{1\}/],
])('takes %s with %s', (word, arg, pattern) => expect(described(word, arg)).toMatch(pattern));
