import { expectTypeOf, it } from 'vitest';
import type { Operations } from '../examples/clients/types.ts';
import type * as account from '../src/web/api/account.ts';
import type * as calibration from '../src/web/api/calibration.ts';
import type * as results from '../src/web/api/results.ts';
import type { Run } from '../src/web/api/runs.ts';
import type * as sequences from '../src/web/api/sequences.ts';
import type { VerifyingKey } from '../src/formats/verify/check.ts';

type Name = keyof Operations;
type Answer<N extends Name> = Operations[N]['answer'];
type Item<N extends Name> = Answer<N> extends { items: readonly (infer One)[] } ? One : never;

// The compiler is the test, in `npm run types`: the API document says at least what the page reads of each answer.
it('what the page expects of an answer is what the API document promises', () => {
  expectTypeOf<Answer<'GET /users/me'>>().toExtend<account.Account>();
  expectTypeOf<Item<'GET /users/me/api-keys'>>().toExtend<account.ApiKey>();
  expectTypeOf<Item<'GET /users/me/usage'>>().toExtend<account.UsageEvent>();
  expectTypeOf<Item<'GET /users/me/raw-uploads'>>().toExtend<account.RawUpload>();
  expectTypeOf<Answer<'DELETE /users/me/data'>>().toExtend<account.DeletionReceipt>();
  expectTypeOf<Item<'GET /results'>>().toExtend<results.Result>();
  expectTypeOf<Answer<'POST /results/{evidence_report_id}/feedback'>>().toExtend<results.Feedback>();
  expectTypeOf<Answer<'GET /runs/{run_id}'>>().toExtend<Run>();
  expectTypeOf<Answer<'GET /sequences/{sequence_id}'>>().toExtend<sequences.Sequence>();
  expectTypeOf<Item<'GET /sequences'>>().toExtend<sequences.ListedSequence>();
  expectTypeOf<Answer<'PUT /sequences/{sequence_id}/frames/{n}'>>().toExtend<{ already_there: boolean }>();
  expectTypeOf<Answer<'GET /calibration/targets'>['targets'][number]>().toExtend<calibration.TargetEntry>();
  expectTypeOf<Answer<'GET /calibration/profile/{profile_id}'>>().toExtend<calibration.Profile>();
  expectTypeOf<Item<'GET /calibration/profiles'>>().toExtend<calibration.Profile>();
  expectTypeOf<Answer<'GET /.well-known/leith-keys.json'>['keys'][number]>().toExtend<VerifyingKey>();
});
