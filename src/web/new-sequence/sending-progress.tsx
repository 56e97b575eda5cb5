import { bytesInWords, secondsInWords } from '../shell/amounts.ts';
import { useElapsed } from '../shell/countdown.ts';
import { sender, type SendingState } from './sender.ts';

type Sending = Extract<SendingState, { phase: 'sending' }>;

/** Before it, a rate says little. */
const FIRST_SECONDS = 2;

/** How many frames are there, what is left, and a way out. */
export function SendingProgress({ sending }: { readonly sending: Sending }) {
  const { frames, bytes, of, connected, cancelling } = sending;
  const elapsed = useElapsed(sending.began);
  const left = secondsLeft(sending, elapsed);
  const all = frames === of.frames;
  return (
    <div class="progress">
      <p role="status">{all ? 'All frames are there; starting' : 'Sending the frames'}</p>
      <progress aria-label="Frames sent" value={bytes} max={of.bytes} />
      <p class="small" data-sent={frames}>
        {frames.toLocaleString('en')} of {of.frames.toLocaleString('en')} frames, {bytesInWords(bytes)} of{' '}
        {bytesInWords(of.bytes)}
        {left !== null && !all && `, about ${secondsInWords(left)} left`}
      </p>
      {!connected && (
        <p class="small" role="alert">
          The connection is lost. It goes on by itself where it stopped.
        </p>
      )}
      <p class="row">
        <button type="button" class="second" disabled={cancelling} onClick={() => void sender.cancel()}>
          {cancelling ? 'Cancelling …' : 'Cancel'}
        </button>
        <span class="small">Leave this page open: the files are read as they are sent.</span>
      </p>
    </div>
  );
}

function secondsLeft({ bytes, before, of }: Sending, elapsed: number): number | null {
  if (elapsed < FIRST_SECONDS || bytes <= before) return null;
  return ((of.bytes - bytes) / (bytes - before)) * elapsed;
}
