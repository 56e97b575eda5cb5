import { Problem } from '../core/problem/problem.ts';
import type { OptionWords } from './option-words.ts';

/**
 * What went wrong, every field by the name it has on the command line.
 * @param command whose words they are
 * @param use what can't be done with what was given
 */
export function explainFailure(
  command: string,
  error: unknown,
  words: OptionWords,
  use: 'reconstructed' | 'used' = 'reconstructed',
): string {
  if (!(error instanceof Problem)) {
    const { code, path, message } = error as NodeJS.ErrnoException;
    return `leith ${command}: ${code === 'ENOENT' ? `there is no file ${path}` : message}\n`;
  }
  if (error.errors.length === 0) return `leith ${command}: ${words.message(error.message)} (${error.code})\n`;
  const lines = error.errors.map((wrong) => `  ${words.problem(wrong)}\n`);
  return `leith ${command}: this can’t be ${use} (${error.code})\n${lines.join('')}`;
}
