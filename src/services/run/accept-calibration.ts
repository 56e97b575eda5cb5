import { checkCalibration, type CalibrationUpload } from '../calibration/calibrate-target.ts';
import { mintId } from '../mint-id.ts';
import { accept, type AcceptInput, type AcceptServices } from './accept-run.ts';
import type { RunState } from './run-state.ts';

export interface AcceptCalibrationInput
  extends CalibrationUpload, Pick<AcceptInput, 'retain' | 'request_id' | 'settle'> {
  readonly account_id: string;
}

/**
 * Takes a calibration on, to be done later, as `acceptRun` does a reconstruction.
 * @throws Problem INVALID_INPUT, TARGET_UNKNOWN, TARGET_MODE_MISMATCH; what `accept` throws: nothing was accepted
 */
export async function acceptCalibration(
  services: AcceptServices,
  input: AcceptCalibrationInput,
): Promise<RunState> {
  const { account_id, fields, retain, request_id, settle } = input;
  const { hologram, further, background } = checkCalibration(input);
  return accept(services, {
    ...{ requester: account_id, retain, request_id, hologram, further, background },
    ...(settle ? { settle } : {}),
    asked: { kind: 'calibrate', fields },
    profile_id: mintId('prof', services.now()),
  });
}
