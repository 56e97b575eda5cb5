import { Problem, type ProblemCode } from './problem.ts';

/** What comes of some work, or null where it is refused. @param code the only reason that counts; absent: any */
export function unlessRefused<Result>(work: () => Result, code?: ProblemCode): Result | null {
  try {
    return work();
  } catch (cause) {
    if (cause instanceof Problem && (code === undefined || cause.code === code)) return null;
    throw cause;
  }
}
