import { computer } from '../worker/computer.ts';
import type { Channel } from '../../formats/decode/samples/grey.ts';
import type { FrameFacts } from '../decode/frame-facts.ts';

/**
 * Decodes a frame in the worker and says what it is.
 * @param asStack whether a file that can be read as one frame and as several is meant as several
 * @throws Error with the sentence of the refusal, when the service would refuse the file too
 */
export function readFrame(file: File, asStack: boolean, channel: Channel | null): Promise<FrameFacts> {
  return computer().call('readFrame', { file, name: file.name, asStack, channel });
}
