import { useEffect, useRef, useState } from 'preact/hooks';
import { Refused } from '../api/problem.ts';
import { cancelRun, listRuns, type Run } from '../api/runs.ts';
import { stageInWords } from '../result/stages.ts';
import { timeInWords } from '../shell/amounts.ts';

const LOOK_MS = 2000;
const DAY_MS = 24 * 3_600_000;

export interface RunningWorkProps {
  readonly apiKey: string;
  /** something has ended, and may have left a result */
  readonly onEnded: () => void;
}

/** What is being reconstructed at the moment, and what has come to nothing in the last day. */
export function RunningWork({ apiKey, onEnded }: RunningWorkProps) {
  const { runs, look } = useRuns(apiKey, onEnded);
  const underWay = runs.filter(({ status }) => status !== 'failed');
  const failed = runs.filter(
    ({ status, created_at }) => status === 'failed' && Date.now() - Date.parse(created_at!) < DAY_MS,
  );
  return (
    <>
      {underWay.length > 0 && (
        <section class="running-work" aria-label="Running work">
          <h2>
            {underWay.length === 1 ? 'One reconstruction' : `${underWay.length} reconstructions`} under way
          </h2>
          <ul>
            {underWay.map((run) => (
              <UnderWay key={run.run_id} {...{ run, apiKey, look }} />
            ))}
          </ul>
        </section>
      )}
      {failed.length > 0 && <Failed runs={failed} />}
    </>
  );
}

/** Asked for as long as there is something to follow and somebody looks. */
function useRuns(apiKey: string, onEnded: () => void) {
  const [runs, setRuns] = useState<readonly Run[]>([]);
  const [looked, setLooked] = useState(0);
  const before = useRef(new Set<string>());
  useEffect(() => {
    let gone = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = async (): Promise<void> => {
      // where it can't be asked at the moment, what was known last stays
      const found = document.hidden ? null : await listRuns(apiKey).catch(() => null);
      if (gone) return;
      if (found) {
        const now = new Set(found.filter(({ status }) => status !== 'failed').map(({ run_id }) => run_id));
        if ([...before.current].some((id) => !now.has(id))) onEnded();
        before.current = now;
        setRuns(found);
      }
      if (before.current.size > 0 || !found) timer = setTimeout(() => void look(), LOOK_MS);
    };
    void look();
    return () => {
      gone = true;
      clearTimeout(timer);
    };
  }, [apiKey, looked]);
  return { runs, look: () => setLooked((times) => times + 1) };
}

interface UnderWayProps {
  readonly run: Run;
  readonly apiKey: string;
  readonly look: () => void;
}

function UnderWay({ run, apiKey, look }: UnderWayProps) {
  const { run_id: id, file_name, status, progress } = run;
  const [cancelling, setCancelling] = useState(false);
  const name = file_name ?? 'A sequence or a calibration';
  const said = status === 'queued' ? 'waiting in the queue' : stageInWords(progress.stage);
  const cancel = (): void => {
    setCancelling(true);
    // one that has just ended is gone from the list by itself
    cancelRun(id, apiKey)
      .catch((cause: Error) => cause instanceof Refused || setCancelling(false))
      .finally(look);
  };
  return (
    <li>
      <a href={`#/run/${id}`}>{name}</a> <span class="small">{said}</span>
      <progress
        aria-label={`Progress of ${name}`}
        max={1}
        {...(status === 'running' && progress.fraction > 0 ? { value: progress.fraction } : {})}
      />
      <button
        type="button"
        class="plain"
        aria-label={`Cancel ${name}`}
        disabled={cancelling}
        onClick={cancel}
      >
        {cancelling ? 'Cancelling …' : 'Cancel'}
      </button>
    </li>
  );
}

function Failed({ runs }: { readonly runs: readonly Run[] }) {
  return (
    <details class="failed-work">
      <summary>
        {runs.length === 1 ? 'One reconstruction' : `${runs.length} reconstructions`} failed in the last day
      </summary>
      <ul>
        {runs.map(({ run_id, created_at, problem }) => (
          <li key={run_id}>
            {timeInWords(created_at!)}: {problem?.detail ?? 'the reason is not known'}
          </li>
        ))}
      </ul>
    </details>
  );
}
