import { isId, mintId } from '../mint-id.ts';
import type { Database, Row, Store } from '../ports/database.ts';
import { Refusal } from '../refusal.ts';
import { stripContacts } from './strip-contacts.ts';

export interface FeedbackInput {
  readonly account_id: string;
  readonly evidence_report_id: string;
  /** 1 to 5 */
  readonly rating: number | null;
  readonly comment: string;
}

export type StoredFeedback = Omit<Row<'feedback'>, 'account_id'>;

/**
 * Stores what a person says about a result of their own, without email addresses and phone numbers.
 * @param alongside what else belongs into its transaction
 * @throws Refusal RESULT_NOT_FOUND; StorageUnavailable
 */
export async function giveFeedback(
  { store, now }: { readonly store: Store; readonly now: () => Date },
  input: FeedbackInput,
  alongside?: (trx: Database, feedback: StoredFeedback) => Promise<void>,
): Promise<StoredFeedback> {
  const { account_id, evidence_report_id, rating } = input;
  // before the work with the text, so that nobody can make others' results cost anything
  await requireResult(store.read(), input);
  const comment = await stripContacts(input.comment);
  return store.transaction(async (trx) => {
    await requireResult(trx, input);
    const time = now();
    const feedback = {
      feedback_id: mintId('fb', time),
      evidence_report_id,
      rating,
      comment,
      created_at: time.toISOString(),
    };
    await trx
      .insertInto('feedback')
      .values({ ...feedback, account_id })
      .execute();
    await alongside?.(trx, feedback);
    return feedback;
  });
}

async function requireResult(db: Database, { account_id, evidence_report_id }: FeedbackInput): Promise<void> {
  const found =
    isId('evr', evidence_report_id) &&
    (await db
      .selectFrom('packages')
      .where('evidence_report_id', '=', evidence_report_id)
      .where('requester', '=', account_id)
      .select('evidence_report_id')
      .executeTakeFirst());
  if (!found) throw new Refusal('RESULT_NOT_FOUND', 'This account has no result with this identifier.');
}
