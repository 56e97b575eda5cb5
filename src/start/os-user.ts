import { userInfo } from 'node:os';

/** The name of whoever runs this process; a container’s user may have none. */
export function osUser(): string {
  try {
    return userInfo().username;
  } catch {
    return `uid ${process.getuid?.() ?? 'unknown'}`;
  }
}
