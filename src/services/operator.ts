import { OperatorRefusal } from './operator-refusal.ts';

const MAX_NAME = 100;
const MAX_REASON = 1000;
const CONTROL = /\p{Cc}/u;

/** How the archive's log names the person at the command line. */
export function operatorActor(name: string): string {
  if (name.trim() === '' || name.length > MAX_NAME || CONTROL.test(name)) {
    throw new OperatorRefusal(`the operator’s name has to be a line of 1 to ${MAX_NAME} characters`);
  }
  return `operator:${name}`;
}

/** Why something is done: whoever looks at it years later has only this. */
export function checkReason(reason: string): string {
  if (reason.trim() === '' || reason.length > MAX_REASON) {
    throw new OperatorRefusal(`a reason has to be a text of 1 to ${MAX_REASON} characters`);
  }
  return reason;
}
