import type { FastifyInstance, FastifyRequest } from 'fastify';
import { HttpProblem } from '../problems/http-problem.ts';

interface KnownRoute {
  readonly pattern: RegExp;
  readonly methods: readonly string[];
}

/**
 * Answers requests that no route takes: 405 with Allow where the address exists under another method, else 404.
 * Registered before the routes, so that it hears of all of them.
 */
export function unknownAddresses(app: FastifyInstance): void {
  const routes: KnownRoute[] = [];
  app.addHook('onRoute', ({ url, method }) => {
    routes.push({ pattern: patternOf(url), methods: [method].flat() });
  });
  app.setNotFoundHandler((request) => {
    throw refusal(request, routes);
  });
}

function refusal({ url, method }: FastifyRequest, routes: readonly KnownRoute[]): HttpProblem {
  const path = url.split('?')[0]!;
  const allowed = routes.flatMap(({ pattern, methods }) => (pattern.test(path) ? methods : []));
  // a route for files says itself that there is no such file
  if (allowed.length === 0 || allowed.includes(method))
    return new HttpProblem('NOT_FOUND', `${path} is no address of this service.`);
  const allow = [...new Set(allowed)].sort().join(', ');
  return new HttpProblem('METHOD_NOT_ALLOWED', `${path} answers to ${allow}, not to ${method}.`, { allow });
}

function patternOf(url: string): RegExp {
  const source = url
    .split('/')
    .map((step) =>
      step.startsWith(':') ? '[^/]+' : step.replaceAll(/[.+?^${}()|[\]\\]/g, '\\$&').replaceAll('*', '.*'),
    );
  return new RegExp(`^${source.join('/')}$`);
}
