import { drawingAddress, type TargetEntry } from '../api/calibration.ts';
import { inPageWords } from '../fields/page-words.ts';
import { ModeChoice } from '../form/mode-choice.tsx';

export interface ChooseTargetProps {
  /** null: not here yet */
  readonly targets: readonly TargetEntry[] | null;
  readonly mode: 'off-axis' | 'inline';
  readonly setMode: (mode: 'off-axis' | 'inline') => void;
  readonly onChoose: (target: TargetEntry) => void;
}

/** The catalogue, as far as it fits the rig. */
export function ChooseTarget({ targets, mode, setMode, onChoose }: ChooseTargetProps) {
  const fitting = targets?.filter(({ applicable_modes }) => applicable_modes.includes(mode)) ?? [];
  return (
    <section aria-label="Targets">
      <p class="lead">
        A target is an object of known size. Recorded with your rig as it is, it shows what the rig really is:
        pixel pitch, distance, aberration, as far as that target can tell. Choose one with several of its
        features in your field of view, each some ten pixels wide or more.
      </p>
      <div class="mode">
        <ModeChoice
          values={{ holography_mode: mode }}
          set={(_, chosen) => setMode(chosen === 'inline' ? 'inline' : 'off-axis')}
        />
      </div>
      <h2>Targets for {mode} rigs</h2>
      {targets === null && <p class="waiting">Loading the catalogue …</p>}
      <ul class="cards">
        {fitting.map((target) => (
          <Card key={target.target_id} target={target} onChoose={onChoose} />
        ))}
      </ul>
    </section>
  );
}

function Card({ target, onChoose }: { readonly target: TargetEntry } & Pick<ChooseTargetProps, 'onChoose'>) {
  const { target_id, display_name, geometry_summary, feature_size_um, feature_tolerance_um } = target;
  const [low, high] = target.price_usd_range;
  return (
    <li class="card">
      <img
        class="drawing"
        src={drawingAddress(target_id)}
        alt={`Drawing of ${display_name}`}
        loading="lazy"
      />
      <p>
        <strong>{display_name}</strong>
      </p>
      <p class="small">{inPageWords(geometry_summary)}</p>
      <p class="small">
        Feature {feature_size_um} µm
        {feature_tolerance_um === undefined ? '' : ` ± ${feature_tolerance_um} µm`} · about {low} to {high} US
        dollars ·{' '}
        <a href={target.buy_url} rel="noreferrer">
          where to get it
        </a>
      </p>
      <div class="row">
        <button type="button" class="second" onClick={() => onChoose(target)}>
          Use this one<span class="hidden">: {display_name}</span>
        </button>
      </div>
    </li>
  );
}
