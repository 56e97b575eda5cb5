import type { KeyDocument } from '../../formats/verify/key-list.ts';
import { ask } from './ask.ts';
import { Unreachable } from './problem.ts';

/** What the service signs packages with, and has signed them with. @throws Refused, Unreachable */
export async function signingKeys(): Promise<KeyDocument> {
  // asked all the same, a browser would complain of the lost connection
  if (!navigator.onLine) throw new Unreachable();
  return ask<KeyDocument>('/.well-known/leith-keys.json');
}
