import type { Values } from '../fields/fields.ts';
import type { OpenedPackage } from '../package/opened-package.ts';
import { isForged, Marks, useJudged } from './marks.tsx';
import { askAgain, verdictOf, type Remark, type Trust } from './verdict.ts';

const shapes: Readonly<Record<Trust, string>> = { usable: '●', look: '▲', distrust: '✕' };

export interface VerdictBarProps {
  readonly opened: OpenedPackage;
  /** code of the remark whose places are on the map; null: none */
  readonly shown: string | null;
  readonly onShow: (code: string | null) => void;
  /** tries it here with other fields; absent: the form has to be gone to */
  readonly onTry?: (fields: Values) => void;
}

/** Above every map: whether to believe it, what to look at first, and whose it is. */
export function VerdictBar({ opened, shown, onShow, onTry }: VerdictBarProps) {
  const [judged, again] = useJudged(opened);
  const { trust, said, remarks } = verdictOf(opened.report, judged !== null && isForged(judged));
  const open = remarks.filter(({ level }) => level !== 'info');
  const notes = remarks.length - open.length;
  const titles = open.map(({ title }) => title);
  return (
    <section class={`verdict-bar ${trust}`} aria-label="Whether to believe it">
      <p class="verdict-said" role="status">
        <span class="verdict-shape" aria-hidden="true">
          {shapes[trust]}
        </span>{' '}
        {said}
      </p>
      {remarks.length > 0 && (
        <details class="remarks">
          <summary>{[...titles, ...(notes > 0 ? [noted(notes)] : [])].join(' · ')}</summary>
          <ul>
            {remarks.map((remark) => (
              <Remarked key={remark.code} {...{ remark, opened, shown, onShow, onTry }} />
            ))}
          </ul>
        </details>
      )}
      <Marks {...{ opened, judged, again }} />
    </section>
  );
}

function noted(count: number): string {
  return count === 1 ? 'one note' : `${count} notes`;
}

interface RemarkedProps extends Omit<VerdictBarProps, 'onTry'> {
  readonly remark: Remark;
  readonly onTry: VerdictBarProps['onTry'] | undefined;
}

/** What is so, where, and what to do about it. */
function Remarked({ remark, opened, shown, onShow, onTry }: RemarkedProps) {
  const { level, title, detail, code, regions, remedy } = remark;
  return (
    <li class={`remark-${level}`} data-flag={code}>
      <strong>{title}.</strong> {detail}{' '}
      {regions.length > 0 && (
        <button
          type="button"
          class="plain"
          aria-pressed={shown === code}
          onClick={() => onShow(shown === code ? null : code)}
        >
          {shown === code ? 'Hide on the map' : 'Show on the map'}
        </button>
      )}
      {remedy &&
        (onTry ? (
          <button type="button" class="plain" data-remedy={code} onClick={() => onTry(remedy.fields)}>
            {remedy.label}
          </button>
        ) : (
          <a href={askAgain(opened.report, remedy.fields)} data-remedy={code}>
            {remedy.label}
          </a>
        ))}
    </li>
  );
}
