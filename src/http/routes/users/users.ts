import type { FastifyInstance } from 'fastify';
import { apiKeyRoutes } from './api-keys.ts';
import { logInRoute } from './log-in.ts';
import { meRoute } from './me.ts';
import { passwordRoute } from './password.ts';
import { retentionRoutes } from './retention.ts';
import { signUpRoute } from './sign-up.ts';
import { usageRoute } from './usage.ts';
import type { UsersLimits, UsersServices } from '../../service/users-dependencies.ts';

/** Everything below /users but the deletion of stored data. */
export function users(app: FastifyInstance, services: UsersServices, limits: UsersLimits): void {
  signUpRoute(app, services, limits);
  logInRoute(app, services, limits);
  meRoute(app, services);
  passwordRoute(app, services, limits);
  apiKeyRoutes(app, services, limits);
  retentionRoutes(app, services);
  usageRoute(app, services);
}
