import { Cancelled, Refused, Unreachable } from '../api/problem.ts';
import { ProblemNotice } from '../shell/problem-notice.tsx';

/** Why something could not be read: the service says so, or the file. */
export function ReadFailure({ error }: { readonly error: Error }) {
  if ([Cancelled, Refused, Unreachable].some((kind) => error instanceof kind))
    return <ProblemNotice error={error} />;
  return (
    <p class="notice wrong" role="alert">
      {error.message}
    </p>
  );
}
