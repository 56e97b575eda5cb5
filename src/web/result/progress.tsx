import { useElapsed } from '../shell/countdown.ts';
import { Underway } from '../shell/underway.tsx';
import { stageInWords } from './stages.ts';
import type { Job } from './use-job.ts';

export interface ProgressProps {
  readonly job: Extract<Job, { phase: 'uploading' | 'running' }>;
  readonly onCancel: () => void;
}

/** How far it has come, in true stages, and a way out. */
export function Progress({ job, onCancel }: ProgressProps) {
  const elapsed = useElapsed(job.began);
  const { text, share } = describe(job);
  const cancelling = job.phase === 'running' && job.cancelling;
  return (
    <Underway
      {...{ text, share, elapsed }}
      stop={cancelling ? 'Cancelling …' : 'Cancel'}
      stopping={cancelling}
      onStop={onCancel}
    >
      {job.phase === 'running' && !job.connected && (
        <p class="small" role="alert">
          The connection is lost; the run goes on at the service. Trying again …
        </p>
      )}
    </Underway>
  );
}

function describe(job: ProgressProps['job']): { readonly text: string; readonly share: number | null } {
  if (job.phase === 'uploading') {
    return job.share < 1
      ? { text: 'Sending the frame', share: job.share }
      : { text: 'Sent; waiting to be accepted', share: null };
  }
  const { status, progress } = job.run;
  if (status === 'queued') {
    return { text: `Accepted; ${waiting(progress.runs_ahead)}`, share: null };
  }
  const stage = stageInWords(progress.stage);
  return { text: stage, share: progress.fraction > 0 ? progress.fraction : null };
}

function waiting(ahead: number | undefined): string {
  if (ahead === undefined) return 'waiting in the queue until it is this run’s turn';
  if (ahead === 0) return 'next in the queue';
  return ahead === 1 ? 'waiting in the queue behind one run' : `waiting in the queue behind ${ahead} runs`;
}
